import {
  extractEdits,
  type Outcome,
  repoOfInstanceId,
  type ShellParser,
  type Task,
  type Trajectory,
  type TurnEdit,
} from "@memop/trajectory";
import { type Action, actionsOf } from "./actions/action.ts";
import type { Benchmark } from "./contamination/benchmark.ts";
import type { Duplicate } from "./duplicates/find-duplicates.ts";
import { type FileChange, fileChanges } from "./hacking/file-change.ts";
import type { SecretFinding } from "./secrets/scan-for-secrets.ts";

/** A run with everything that its checks look at. What is null or left out is not checked. */
export interface RunUnderCheck {
  readonly trajectory: Trajectory;
  /** The run's task; empty when unknown. */
  readonly tasks: readonly Task[];
  /** `owner/name` of the repository under repair; null when unknown. */
  readonly repo: string | null;
  readonly outcome: Pick<Outcome, "resolved" | "health" | "reason"> | null;
  /** What the agent ran, in order. */
  readonly actions: readonly Action[];
  /** What it did to files. */
  readonly changes: readonly FileChange[];
  readonly benchmarks?: readonly Benchmark[];
  /** What `findDuplicates` said of it; left out or null when it is no duplicate. */
  readonly duplicate?: Duplicate | null;
  /** What `scanForSecrets` found in it. */
  readonly secrets?: readonly SecretFinding[];
}

/** What is known of a run before its commands are parsed. */
export interface RunParts extends Omit<RunUnderCheck, "tasks" | "repo" | "actions" | "changes"> {
  readonly task: Task | null;
  /** The run's edits, where they were extracted already. */
  readonly edits?: readonly TurnEdit[];
}

/** Parses a run's commands and edits for its checks: the one slow step of checking it. */
export function prepareRun({ task, edits, ...parts }: RunParts, parser: ShellParser): RunUnderCheck {
  const { trajectory } = parts;
  return {
    ...parts,
    tasks: task === null ? [] : [task],
    repo: task?.repo ?? repoOfInstanceId(task?.taskId ?? trajectory.taskId ?? ""),
    actions: actionsOf(trajectory, parser),
    changes: fileChanges(trajectory, edits ?? extractEdits(trajectory, parser)),
  };
}
