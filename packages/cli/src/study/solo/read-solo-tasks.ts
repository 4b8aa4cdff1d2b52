import type { Database } from "@memop/core";
import { groupBy } from "../group-by.ts";
import { isResolvedBy, type SystemTask } from "../read-systems.ts";
import { repairPatternOf } from "./repair-pattern.ts";

/** A task that one system resolved and no other that tried it. */
export interface SoloTask {
  readonly taskId: string;
  readonly system: string;
  /** Systems of which an outcome on the task is known. */
  readonly tried: number;
  /** What the system's condition recalled; null when its row of `conditions` does not say. */
  readonly demonstrations: number | null;
  readonly insights: number | null;
  /** Memories that its resolving rollouts were given. */
  readonly memories: readonly string[];
  /** Pattern of the first resolving rollout's patch; null without a patch. */
  readonly repair: string | null;
}

/**
 * Tasks that exactly one of at least two systems resolved, ordered by system and task. `database` is the one that the systems
 * were read from.
 */
export async function readSoloTasks(database: Database, tasks: readonly SystemTask[]): Promise<readonly SoloTask[]> {
  const solo = [...groupBy(tasks, ({ taskId }) => taskId)].flatMap(([taskId, tried]) => {
    const [only, other] = tried.filter(isResolvedBy);
    return only === undefined || other !== undefined || tried.length < 2 ? [] : [{ taskId, only, tried: tried.length }];
  });
  const rows = await database.all(
    `SELECT n.task_id, n.system, t.memory_id, t.final_patch, c.n_demonstrations, c.n_insights
     FROM named_rollouts n JOIN trajectories t USING (trajectory_id) LEFT JOIN conditions c ON c.condition = t.condition
     WHERE n.resolved > 0 AND list_contains(string_split($1, chr(10)), n.task_id) ORDER BY n.task_id, t.trajectory_id`,
    [solo.map(({ taskId }) => taskId).join("\n")],
  );
  const byTask = groupBy(rows, (row) => row.task_id as string);
  return solo
    .map(({ taskId, only, tried }) => {
      const own = (byTask.get(taskId) ?? []).filter((row) => row.system === only.system);
      const [first] = own;
      return {
        taskId,
        system: only.system,
        tried,
        demonstrations: (first?.n_demonstrations ?? null) as number | null,
        insights: (first?.n_insights ?? null) as number | null,
        memories: [...new Set(own.map((row) => row.memory_id as string | null).filter((id) => id !== null))],
        repair: repairPatternOf((first?.final_patch ?? null) as string | null),
      };
    })
    .sort((a, b) => (a.system === b.system ? (a.taskId < b.taskId ? -1 : 1) : a.system < b.system ? -1 : 1));
}
