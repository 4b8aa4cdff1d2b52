import type { Database } from "@memop/core";
import { metricNames } from "@memop/metrics";

/** What memories of one quarter of the retrieval scores changed. */
export interface RetrievalQuartile {
  /** 1 is the lowest quarter. */
  readonly quartile: number;
  readonly lowest: number;
  readonly highest: number;
  /** Pairs of a task with and without the memory. */
  readonly pairs: number;
  /** Mean and standard error of the mean delta over the pairs, and the mean change of SR; percent points. */
  readonly reward: number | null;
  readonly rewardSe: number | null;
  readonly sr: number | null;
}

/** Δ by quartile of the retrieval score, or why there is none. */
export type RetrievalQuartiles =
  | { readonly quartiles: readonly RetrievalQuartile[]; readonly reason: null }
  | { readonly quartiles: null; readonly reason: string };

/**
 * Δ by quartile of the score with which a memory was retrieved: column `retrieval_score` of the `memories` table, else key
 * `retrieval_score` of a condition's `notes_json`.
 */
export async function retrievalQuartiles(database: Database): Promise<RetrievalQuartiles> {
  const given = new Set((await database.all("DESCRIBE memories")).map((row) => String(row.column_name)));
  const ofMemory = given.has("retrieval_score") ? "TRY_CAST(m.retrieval_score AS DOUBLE)" : "NULL::DOUBLE";
  const ofCondition = "TRY_CAST(json_extract_string(TRY_CAST(c.notes_json AS JSON), '$.retrieval_score') AS DOUBLE)";
  const difference = metricNames.map((name) => `p."memory_${name}" - p."base_${name}"`).join(", ");
  const rows = await database.all(`
    WITH arms AS (
      SELECT coalesce(condition, 'none') AS condition, memory_id, agent, model, budget, task_id,
        ${metricNames.map((name) => `avg("${name}") AS "${name}"`).join(", ")}
      FROM scores WHERE coalesce(health, 'healthy') = 'healthy' GROUP BY ALL),
    p AS (
      SELECT w.condition, w.memory_id, ${metricNames.map((name) => `w."${name}" AS "memory_${name}", b."${name}" AS "base_${name}"`).join(", ")}
      FROM arms w JOIN arms b ON b.condition = 'none' AND w.condition <> 'none' AND b.task_id = w.task_id
        AND b.agent IS NOT DISTINCT FROM w.agent AND b.model IS NOT DISTINCT FROM w.model AND b.budget IS NOT DISTINCT FROM w.budget),
    scored AS (
      SELECT coalesce(${ofMemory}, ${ofCondition}) AS score, list_avg(list_filter([${difference}], x -> x IS NOT NULL)) AS reward,
        p.memory_sr - p.base_sr AS sr
      FROM p LEFT JOIN memories m ON m.memory_id = p.memory_id LEFT JOIN conditions c ON c.condition = p.condition),
    ranked AS (SELECT *, ntile(4) OVER (ORDER BY score, reward) AS quartile FROM scored WHERE score IS NOT NULL)
    SELECT quartile, min(score) AS lowest, max(score) AS highest, count(*) AS pairs, avg(reward) AS reward,
      stddev_samp(reward) / sqrt(count(reward)) AS se, avg(sr) AS sr FROM ranked GROUP BY 1 ORDER BY 1`);
  const pairs = rows.reduce((sum, row) => sum + Number(row.pairs), 0);
  if (pairs === 0) {
    return {
      quartiles: null,
      reason:
        "no retrieval score: neither a column retrieval_score of memories nor that key in notes_json of conditions",
    };
  }
  if (pairs < 4) return { quartiles: null, reason: `only ${pairs} pairs have a retrieval score: four are the fewest` };
  return {
    reason: null,
    quartiles: rows.map((row) => ({
      quartile: Number(row.quartile),
      lowest: row.lowest as number,
      highest: row.highest as number,
      pairs: Number(row.pairs),
      reward: row.reward as number | null,
      rewardSe: row.se as number | null,
      sr: row.sr as number | null,
    })),
  };
}
