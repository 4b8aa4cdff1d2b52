import type { Database, Row } from "@memop/core";
import { extractEdits, loadShellParser, repoOfInstanceId, type Trajectory } from "@memop/trajectory";
import { failureEvidence } from "./failure-evidence.ts";
import { labelFailure } from "./failure-patterns.ts";

/** A healthy rollout that did not resolve its task. */
export interface Failure {
  readonly trajectoryId: string;
  readonly taskId: string;
  readonly repo: string;
  readonly condition: string;
  readonly memoryId: string | null;
  readonly agent: string;
  readonly turns: number;
  readonly source: string;
}

/** A failure with what the rules say of it, by pattern. */
export interface LabelledFailure extends Failure {
  readonly labels: Readonly<Record<string, boolean | null>>;
}

/** Every failed rollout of a workspace, ordered by id: which is a hash, so that a beginning of the list is a sample. */
export async function listFailures(database: Database, limit: number | null = null): Promise<readonly Failure[]> {
  const rows = await database.all(`
    SELECT t.trajectory_id, t.task_id, k.repo, coalesce(t.condition, 'none') AS condition, t.memory_id, t.agent, t.turns, t.source
    FROM trajectories t JOIN outcomes o USING (trajectory_id) LEFT JOIN tasks k ON k.task_id = t.task_id
    WHERE o.resolved = false AND t.task_id IS NOT NULL AND coalesce(o.health, 'healthy') = 'healthy'
      AND coalesce(t.health, 'healthy') = 'healthy'
    ORDER BY t.trajectory_id ${limit === null ? "" : `LIMIT ${limit}`}`);
  return rows.map((row) => ({
    trajectoryId: row.trajectory_id as string,
    taskId: row.task_id as string,
    repo: (row.repo as string | null) ?? repoOfInstanceId(row.task_id as string) ?? "unknown",
    condition: row.condition as string,
    memoryId: row.memory_id as string | null,
    agent: (row.agent as string | null) ?? "unknown",
    turns: row.turns as number,
    source: row.source as string,
  }));
}

/** How many failed rollouts there are. */
export async function countFailures(database: Database): Promise<number> {
  const [row] = await database.all(`SELECT count(*) AS n FROM trajectories t JOIN outcomes o USING (trajectory_id)
    WHERE o.resolved = false AND t.task_id IS NOT NULL AND coalesce(o.health, 'healthy') = 'healthy'
      AND coalesce(t.health, 'healthy') = 'healthy'`);
  return Number(row?.n ?? 0);
}

/** Labels failures by the rules, in the order of their sources: the trajectories are read in one pass. */
export async function* labelFailures(
  database: Database,
  failures: readonly Failure[],
): AsyncGenerator<LabelledFailure, void, undefined> {
  const parser = await loadShellParser();
  const byId = new Map(failures.map((failure) => [failure.trajectoryId, failure]));
  await database.run(
    "CREATE OR REPLACE TEMP TABLE wanted_failures AS SELECT unnest(string_split($1, chr(10))) AS trajectory_id",
    [[...byId.keys()].join("\n")],
  );
  // Trajectories must stay on the streaming side of the joins: their JSON is the bulk of a workspace.
  const batches = database.stream(`
    SELECT t.trajectory_id, t.trajectory_json, t.final_patch, o.reason, s.la_file_1, s.la_func_1, k.gold_files
    FROM trajectories t SEMI JOIN wanted_failures USING (trajectory_id) LEFT JOIN outcomes o ON o.trajectory_id = t.trajectory_id
    LEFT JOIN scores s ON s.trajectory_id = t.trajectory_id LEFT JOIN tasks k ON k.task_id = t.task_id`);
  for await (const batch of batches) {
    for (const row of batch) {
      const failure = byId.get(row.trajectory_id as string);
      if (failure !== undefined) yield { ...failure, labels: labelsOf(row) };
    }
  }

  function labelsOf(row: Row): Readonly<Record<string, boolean | null>> {
    const trajectory = JSON.parse(row.trajectory_json as string) as Trajectory;
    const evidence = failureEvidence(trajectory, extractEdits(trajectory, parser), row.final_patch as string | null, {
      goldFileFound: row.la_file_1 as number | null,
      goldFunctionFound: row.la_func_1 as number | null,
      goldFiles: row.gold_files as string[] | null,
      reason: row.reason as string | null,
    });
    return labelFailure(evidence);
  }
}
