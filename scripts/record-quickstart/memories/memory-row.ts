import { createHash } from "node:crypto";

/** What the arms are called; each is a folder below `runs/`. */
export const conditions = ["none", "helpful", "irrelevant", "misleading", "repo-helpful", "repo-misleading"] as const;

/** One of the arms; `none` is the baseline without a memory. */
export type Condition = (typeof conditions)[number];

/** A row of `memories.jsonl`. */
export interface MemoryRow {
  readonly memory_id: string;
  readonly parent_memory_id: null;
  readonly episode_index: null;
  readonly condition: Condition;
  /** Null for a memory that serves a whole repository. */
  readonly task_id: string | null;
  readonly repo: string;
  readonly structure: "markdown";
  readonly text: string;
  readonly generator: "quickstart-template";
  /** Rollouts that the text was made from, as `condition/run/task`. */
  readonly source_trajectory_ids: readonly string[];
  readonly content_hash: string;
}

/** Makes a row; the identifier is `condition:task` or `condition:repository`. */
export function memoryRow(
  condition: Condition,
  repo: string,
  taskId: string | null,
  text: string,
  sources: readonly string[],
): MemoryRow {
  return {
    memory_id: `${condition}:${taskId ?? repo}`,
    parent_memory_id: null,
    episode_index: null,
    condition,
    task_id: taskId,
    repo,
    structure: "markdown",
    text,
    generator: "quickstart-template",
    source_trajectory_ids: sources,
    content_hash: createHash("sha256").update(text).digest("hex"),
  };
}
