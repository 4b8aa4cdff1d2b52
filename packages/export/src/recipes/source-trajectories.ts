import { createTable, type Database } from "@memop/core";
import type { JudgedMemory } from "./judged-memories.ts";

/** A run from which a memory is to be learned: one per task of the memory. */
export interface SourceTrajectory {
  readonly taskId: string;
  readonly repo: string | null;
  readonly trajectoryId: string;
}

/** The runs of a memory, or the reason why there are none. */
export interface SourcesOfMemory {
  readonly sources: readonly SourceTrajectory[];
  readonly problem: {
    readonly reason: "no-proven-task" | "no-source-trajectory" | "hygiene";
    readonly message: string;
  } | null;
}

/** A run as far as the choice needs it. */
interface Candidate extends SourceTrajectory {
  readonly condition: string | null;
  readonly isHealthy: boolean;
  readonly run: string;
  /** Why the hygiene checks say that nothing should be learned from it; null when they do not. */
  readonly flag: string | null;
}

/** Finds the runs of memories; made once for all of them. */
export interface SourceTrajectories {
  of(memory: JudgedMemory): SourcesOfMemory;
}

/**
 * Finds, for each memory, the run that it was distilled from.
 *
 * The rule: runs named in `source_trajectory_ids`; when none is named, the baseline runs (`none`) of the memory's task, or,
 * for a memory that serves many tasks, of each task among the rollouts of its decision. Of several runs of one task one is
 * taken: healthy ones first, then those that the decision rests on, then the smallest run label, then the smallest
 * id. Runs that cheated, hold a secret or cannot be true are left out where the memory was checked. A memory that names its sources is shown those, also when they belong to another task than the one that it serves.
 */
export async function sourceTrajectories(
  database: Database,
  memories: readonly JudgedMemory[],
): Promise<SourceTrajectories> {
  const byId = new Map<string, Candidate>();
  const baselines = new Map<string, Candidate[]>();
  for (const candidate of await candidates(database, memories)) {
    byId.set(candidate.trajectoryId, candidate);
    if (candidate.condition !== "none") continue;
    const others = baselines.get(candidate.taskId);
    if (others === undefined) baselines.set(candidate.taskId, [candidate]);
    else others.push(candidate);
  }
  return {
    of(memory) {
      if (memory.sourceTrajectoryIds.length > 0) {
        const named = memory.sourceTrajectoryIds.flatMap((id) => byId.get(id) ?? []);
        const message = `none of its source trajectories is in the workspace: ${memory.sourceTrajectoryIds.join(", ")}`;
        return oneEach(memory, named, message);
      }
      const taskIds = memory.servedTaskId === null ? provenTasks(memory, byId) : [memory.servedTaskId];
      if (taskIds.length === 0) {
        const message = "the memory serves many tasks, and no rollout of its decision tells which";
        return { sources: [], problem: { reason: "no-proven-task", message } };
      }
      const found = taskIds.flatMap((taskId) => baselines.get(taskId) ?? []);
      return oneEach(memory, found, `no baseline rollout of ${taskIds.join(", ")} is in the workspace`);
    },
  };
}

/** The best run of each task, sorted by task. */
function oneEach(memory: JudgedMemory, all: readonly Candidate[], message: string): SourcesOfMemory {
  if (all.length === 0) return { sources: [], problem: { reason: "no-source-trajectory", message } };
  const found = memory.isChecked ? all.filter(({ flag }) => flag === null) : all;
  if (found.length === 0) {
    const flags = [...new Set(all.map(({ trajectoryId, flag }) => `${trajectoryId} (${flag})`))];
    const why = `no run that it could be learned from is clean: ${flags.join(", ")}`;
    return { sources: [], problem: { reason: "hygiene", message: why } };
  }
  const used = new Set(memory.rollouts);
  const rank = (one: Candidate): string =>
    [one.isHealthy ? 0 : 1, used.has(one.trajectoryId) ? 0 : 1, one.run, one.trajectoryId].join("\u0000");
  const best = new Map<string, Candidate>();
  for (const one of found) {
    const before = best.get(one.taskId);
    if (before === undefined || rank(one) < rank(before)) best.set(one.taskId, one);
  }
  const sources = [...best.values()].sort((a, b) => (a.taskId < b.taskId ? -1 : 1));
  return { sources, problem: null };
}

function provenTasks(memory: JudgedMemory, byId: ReadonlyMap<string, Candidate>): string[] {
  const rollouts = memory.rollouts.flatMap((id) => byId.get(id) ?? []);
  return [...new Set(rollouts.map(({ taskId }) => taskId))].sort();
}

async function candidates(database: Database, memories: readonly JudgedMemory[]): Promise<Candidate[]> {
  await fillList(database, "wanted_trajectories", function* () {
    for (const { sourceTrajectoryIds, rollouts } of memories) yield* [...sourceTrajectoryIds, ...rollouts];
  });
  await fillList(database, "wanted_tasks", function* () {
    for (const { servedTaskId } of memories) if (servedTaskId !== null) yield servedTaskId;
  });
  const rows = await database.all(`
    WITH named AS (SELECT trajectory_id, task_id FROM trajectories SEMI JOIN wanted_trajectories USING (trajectory_id)),
    tasks_in_play AS (SELECT task_id FROM wanted_tasks UNION SELECT task_id FROM named)
    SELECT t.trajectory_id, t.task_id, k.repo, t.condition, t.health, t.run, f.flag
    FROM trajectories t LEFT JOIN tasks k ON k.task_id = t.task_id
    LEFT JOIN (SELECT subject_id, min(reason) AS flag FROM findings
      WHERE subject_kind = 'trajectory' AND (reason LIKE 'hack-%' OR reason IN ('secret', 'resolved-without-patch', 'foreign-patch'))
      GROUP BY subject_id) f ON f.subject_id = t.trajectory_id
    WHERE t.task_id IS NOT NULL AND (t.trajectory_id IN (SELECT trajectory_id FROM named)
      OR (t.condition = 'none' AND t.task_id IN (SELECT task_id FROM tasks_in_play)))`);
  return rows.map((row) => ({
    trajectoryId: row.trajectory_id as string,
    taskId: row.task_id as string,
    repo: row.repo as string | null,
    condition: row.condition as string | null,
    isHealthy: row.health === "healthy",
    run: (row.run as string | null) ?? "",
    flag: row.flag as string | null,
  }));
}

async function fillList(database: Database, table: string, values: () => Iterable<string>): Promise<void> {
  const column = table === "wanted_tasks" ? "task_id" : "trajectory_id";
  const appender = await createTable(database, { name: table, key: [], columns: { [column]: "VARCHAR" } }, table);
  for (const value of new Set(values())) appender.append({ [column]: value });
  appender.finish();
}
