import type { Outcome } from "../agent/outcome.ts";
import type { Rollout } from "../agent/rollout.ts";
import type { Condition, MemoryRow } from "../memories/memory-row.ts";
import type { PreparedTask } from "../repository/prepare-task.ts";
import type { Clock } from "./clock.ts";

/** A judged rollout with all that a layout needs to write it down. */
export interface RecordedRun {
  readonly task: PreparedTask;
  readonly condition: Condition;
  /** Label of the repeat: `run-1`, `run-2`, `run-3`. */
  readonly run: string;
  readonly memory: MemoryRow | null;
  readonly rollout: Rollout;
  readonly outcome: Outcome;
  readonly clock: Clock;
  /** Name of the rollout, `condition/run/task`. */
  readonly id: string;
}

/** Name of the model in every file: it is a search, not a language model. */
export const modelName = "reference-search";

/** The part of the prompt that carries the memory; empty without one. */
export function memoryPrompt(memory: MemoryRow | null): string {
  return memory === null ? "" : `\n\n<memory id="${memory.memory_id}">\n${memory.text}</memory>`;
}
