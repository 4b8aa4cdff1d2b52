import { createTable, type Database, type Row } from "@memop/core";
import { repoOfInstanceId } from "@memop/trajectory";

/** An accepted, clean memory with what tells when and where it was learned. */
export interface AcceptedMemory {
  readonly memoryId: string;
  readonly text: string;
  /** The one task that it serves; null when it serves many. */
  readonly taskId: string | null;
  readonly repo: string | null;
  /** Tasks that it was distilled from, or, where no source is known, the one that it serves. */
  readonly learnedFrom: readonly string[];
}

/** Reads the memories that were accepted and not dropped by hygiene. Needs views `memories`, `trajectories` and `tasks`. */
export async function acceptedMemories(database: Database, decisions: readonly Row[]): Promise<AcceptedMemory[]> {
  const ids = decisions
    .filter((row) => row.candidate_kind === "memory" && row.verdict === "accept" && row.hygiene !== "drop")
    .map((row) => row.memory_id as string);
  if (ids.length === 0) return [];
  const schema = { name: "accepted_ids", key: [], columns: { memory_id: "VARCHAR" } };
  const appender = await createTable(database, schema, "accepted_ids");
  for (const memory_id of ids) appender.append({ memory_id });
  appender.finish();
  const rows = await database.all(`WITH accepted AS (SELECT * FROM memories SEMI JOIN accepted_ids USING (memory_id)),
    sources AS (
      SELECT a.memory_id, list(DISTINCT t.task_id ORDER BY t.task_id) AS task_ids
      FROM (SELECT memory_id, unnest(source_trajectory_ids) AS source FROM accepted) a
      JOIN trajectories t ON t.trajectory_id = a.source WHERE t.task_id IS NOT NULL GROUP BY a.memory_id)
    SELECT a.memory_id, a.text, a.task_id, coalesce(a.repo, k.repo) AS repo, s.task_ids
    FROM accepted a LEFT JOIN sources s ON s.memory_id = a.memory_id
    LEFT JOIN (SELECT task_id, repo FROM tasks) k ON k.task_id = coalesce(a.task_id, s.task_ids[1]) ORDER BY a.memory_id`);
  await database.run("DROP TABLE accepted_ids");
  return rows.map((row) => {
    const taskId = row.task_id as string | null;
    const learnedFrom = (row.task_ids as string[] | null) ?? (taskId === null ? [] : [taskId]);
    return {
      memoryId: row.memory_id as string,
      text: (row.text ?? "") as string,
      taskId,
      repo: (row.repo as string | null) ?? repoOfInstanceId(taskId ?? learnedFrom[0] ?? ""),
      learnedFrom,
    };
  });
}
