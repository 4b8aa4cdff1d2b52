import { openDatabase, writeParquet } from "@memop/core";
import { metricNames } from "@memop/metrics";

/** How many score cards to make. */
export interface CardPlan {
  readonly memories: number;
  /** Tasks that each memory was tried on, in twelve repositories. */
  readonly tasks: number;
  /** Runs of each task with each memory, and without. */
  readonly runs: number;
  readonly seed: number;
}

/** Writes score cards to one Parquet file: memories × tasks × runs, and tasks × runs without memory. Returns their number. */
export async function writeCards(file: string, { memories, tasks, runs, seed }: CardPlan): Promise<number> {
  const database = await openDatabase({ memoryMb: 1024, spillTo: `${file}.spill` });
  const metrics = metricNames.map((name) => `round(100 * random()) AS ${name}`).join(", ");
  try {
    await database.run(`SELECT setseed(${(seed % 1000) / 1000})`);
    const sql = `SELECT format('{:04d}-{:04d}-{}', m, t, r) AS trajectory_id, format('repo-{}__task-{:04d}', t % 12, t) AS task_id,
        CASE WHEN m = 0 THEN 'none' ELSE 'md' END AS condition, CASE WHEN m > 0 THEN format('memory-{:04d}', m) END AS memory_id,
        r::VARCHAR AS run, format('owner/repo-{}', t % 12) AS repo, 'agent' AS agent, 'model' AS model, 10 AS turns, 50 AS budget,
        'healthy' AS health, ${metrics}
      FROM range(0, ${memories + 1}) a(m), range(0, ${tasks}) b(t), range(0, ${runs}) c(r)`;
    await writeParquet(database, sql, file);
  } finally {
    database.close();
  }
  return (memories + 1) * tasks * runs;
}
