import type { Database } from "@memop/core";
import { armsSql, pairsSql } from "../report-pages/comparison/arms.ts";
import type { Effort } from "./overhead.ts";

/** Measures of effort, in the order in which they are shown. */
export const effortMeasures = ["seconds", "tokens", "cost_usd"] as const;

/** A measure of effort. */
export type EffortMeasure = (typeof effortMeasures)[number];

/** Effort of one arm with memory beside its baseline, over the tasks where both are recorded. */
export interface ConditionEffort {
  readonly condition: string;
  readonly tasks: number;
  /** Null where a measure is not recorded in both arms. */
  readonly efforts: Readonly<Record<EffortMeasure, Effort | null>>;
}

/**
 * Effort per task by condition. The step that wrote a memory is taken from the columns `seconds`, `prompt_tokens`,
 * `completion_tokens` and `cost_usd` that an imported `memories` table may have; it counts once per memory and task.
 */
export async function readEfforts(database: Database): Promise<readonly ConditionEffort[]> {
  const given = new Set((await database.all("DESCRIBE memories")).map((row) => String(row.column_name)));
  const number = (column: string): string => (given.has(column) ? `TRY_CAST(m."${column}" AS DOUBLE)` : "NULL::DOUBLE");
  const tokens = `${number("prompt_tokens")} + coalesce(${number("completion_tokens")}, 0)`;
  const side = (arm: string, measure: EffortMeasure): string =>
    measure === "tokens" ? `(${arm}.prompt_tokens + coalesce(${arm}.completion_tokens, 0))` : `${arm}.${measure}`;
  const means = effortMeasures.map((measure) => {
    const [base, run] = [side("base", measure), side("memory", measure)];
    const isBoth = `${base} IS NOT NULL AND ${run} IS NOT NULL`;
    return `avg(${base}) FILTER (${isBoth}) AS ${measure}_base, avg(${run}) FILTER (${isBoth}) AS ${measure}_run,
      avg(steps.${measure}) FILTER (${isBoth}) AS ${measure}_step`;
  });
  const rows = await database.all(`WITH ${armsSql}, ${pairsSql},
    used AS (SELECT DISTINCT condition, task_id, memory_id FROM scores WHERE memory_id IS NOT NULL),
    steps AS (
      SELECT u.condition, u.task_id, sum(${number("seconds")}) AS seconds, sum(${tokens}) AS tokens, sum(${number("cost_usd")}) AS cost_usd
      FROM used u JOIN memories m ON m.memory_id = u.memory_id GROUP BY 1, 2)
    SELECT pairs.condition, count(DISTINCT pairs.task_id) AS tasks, ${means.join(", ")}
    FROM pairs LEFT JOIN steps ON steps.condition = pairs.condition AND steps.task_id = pairs.task_id
    GROUP BY 1 ORDER BY 1`);
  return rows.map((row) => ({
    condition: row.condition as string,
    tasks: Number(row.tasks),
    efforts: Object.fromEntries(
      effortMeasures.map((measure) => {
        const [base, run, step] = ["base", "run", "step"].map((part) => row[`${measure}_${part}`] as number | null);
        return [measure, base == null || run == null ? null : { base, run, step: step ?? null }];
      }),
    ) as Record<EffortMeasure, Effort | null>,
  }));
}
