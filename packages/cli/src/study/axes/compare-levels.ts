import type { Database, Row } from "@memop/core";
import { compareSuccess, measureTasks, type SuccessComparison, type TaskDelta } from "@memop/curation";
import { type MetricValues, mapMetrics, metricNames } from "@memop/metrics";
import { groupBy } from "../group-by.ts";
import { type Effort, type Overhead, overheadOf } from "../overhead.ts";
import { type EffortMeasure, effortMeasures } from "../read-efforts.ts";
import { type Axis, axes } from "./axis.ts";
import { byLevel, isMemoryRolloutSql, memoryRolloutsSql } from "./read-levels.ts";

/** A delta of a level with its interval, in percent points. */
export interface LevelDelta {
  readonly mean: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** What one level of an axis changes against the baseline. */
export interface LevelComparison {
  readonly level: string;
  readonly conditions: readonly string[];
  /** Paired tasks: same agent, model, budget and task in both arms. A task of two agents counts twice. */
  readonly tasks: number;
  /** Means of the baseline and with memory over those tasks, in percent. */
  readonly baseline: MetricValues;
  readonly withMemory: MetricValues;
  readonly deltas: Readonly<Record<string, LevelDelta>>;
  /** Mean of the deltas, its standard error and one-sided p-value. */
  readonly reward: number | null;
  readonly rewardSe: number | null;
  readonly pValue: number | null;
  readonly success: SuccessComparison | null;
  readonly overhead: Readonly<Record<EffortMeasure, Overhead | null>>;
}

/** How to compare. */
export interface CompareOptions {
  readonly seed: number;
  readonly draws: number;
}

/**
 * Compares the levels of an axis with the baseline, task by task. Conditions of one level are averaged within a task first.
 * Intervals are bootstrapped over tasks, clustered by repository. Source: docs/papers.md#delta, docs/papers.md#cluster-bootstrap.
 */
export async function compareLevels(
  database: Database,
  axis: Axis,
  options: CompareOptions,
): Promise<readonly LevelComparison[]> {
  const rows = await database.all(pairSql(axis));
  return [...groupBy(rows, (row) => row.level as string)]
    .sort(([one], [other]) => byLevel(one, other))
    .map(([level, pairs]) => comparisonOf(level, pairs, options));
}

/** Other axes whose levels are not the same for all levels of this one: what else may explain a difference. */
export async function confoundedAxes(database: Database, axis: Axis): Promise<readonly string[]> {
  const found: string[] = [];
  for (const other of axes) {
    if (other.name === axis.name || other.name === "condition" || axis.name === "condition") continue;
    const [row] = await database.all(`SELECT count(DISTINCT others) AS n FROM (
      SELECT ${axis.level} AS level, list_sort(list(DISTINCT coalesce(${other.level}, ''))) AS others
      FROM ${memoryRolloutsSql} WHERE ${isMemoryRolloutSql} AND ${axis.level} IS NOT NULL GROUP BY 1)`);
    if (Number(row?.n) > 1) found.push(other.name);
  }
  return found;
}

function comparisonOf(level: string, pairs: readonly Row[], { seed, draws }: CompareOptions): LevelComparison {
  const side = (row: Row, arm: "base" | "memory"): MetricValues =>
    mapMetrics((metric) => row[`${arm}_${metric}`] as number | null);
  const tasks: TaskDelta[] = pairs.map((row, at) => {
    const [base, memory] = [side(row, "base"), side(row, "memory")];
    return {
      taskId: `${row.task_id}:${at}`,
      repo: row.repo as string | null,
      values: mapMetrics((metric) => {
        const [before, after] = [base[metric], memory[metric]];
        return before === null || after === null ? null : after - before;
      }),
    };
  });
  const measured = measureTasks(tasks, { seed, name: `study:${level}`, alpha: 0.05, draws });
  const means = (arm: "base" | "memory"): MetricValues => {
    const values = pairs.map((row) => ({ own: side(row, arm), base: side(row, "base"), memory: side(row, "memory") }));
    return mapMetrics((metric) =>
      meanOf(
        values
          .filter(({ base, memory }) => base[metric] !== null && memory[metric] !== null)
          .map(({ own }) => own[metric] as number),
      ),
    );
  };
  return {
    level,
    conditions: [...new Set(pairs.flatMap((row) => row.conditions as string[]))].sort(),
    tasks: pairs.length,
    baseline: means("base"),
    withMemory: means("memory"),
    deltas: Object.fromEntries(
      metricNames.map((metric) => {
        const interval = measured.intervals[metric];
        return [
          metric,
          { mean: measured.deltas[metric], lower: interval?.lower ?? null, upper: interval?.upper ?? null },
        ];
      }),
    ),
    reward: measured.composite?.mean ?? rewardOf(measured.deltas),
    rewardSe: measured.rewardSpread?.se ?? null,
    pValue: measured.composite?.pValue ?? null,
    success: compareSuccess(
      pairs.map((row) => ({ having: row.memory_sr as number | null, without: row.base_sr as number | null })),
    ),
    overhead: Object.fromEntries(
      effortMeasures.map((measure) => {
        const effort = effortOf(pairs, measure);
        return [measure, effort === null ? null : overheadOf(effort)];
      }),
    ) as Record<EffortMeasure, Overhead | null>,
  };
}

function rewardOf(deltas: MetricValues): number | null {
  return meanOf(metricNames.map((metric) => deltas[metric]).filter((value) => value !== null));
}

function effortOf(pairs: readonly Row[], measure: EffortMeasure): Effort | null {
  const both = pairs.filter((row) => row[`base_${measure}`] !== null && row[`memory_${measure}`] !== null);
  const [base, run] = ["base", "memory"].map((arm) => meanOf(both.map((row) => row[`${arm}_${measure}`] as number)));
  return base == null || run == null ? null : { base, run, step: null };
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** One row per level, agent, model, budget and task, with the means of both arms. */
function pairSql({ level }: Axis): string {
  const values = `${metricNames.map((name) => `avg(s."${name}") AS "${name}"`).join(", ")}, avg(s.seconds) AS seconds,
    avg(s.prompt_tokens + coalesce(s.completion_tokens, 0)) AS tokens, avg(s.cost_usd) AS cost_usd`;
  const names = [...metricNames, ...effortMeasures];
  const key = ["agent", "model", "budget", "task_id"];
  return `
    WITH base AS (
      SELECT s.agent, s.model, s.budget, s.task_id, ${values} FROM scores s
      WHERE coalesce(s.condition, 'none') = 'none' AND coalesce(s.health, 'healthy') = 'healthy' GROUP BY 1, 2, 3, 4),
    by_condition AS (
      SELECT ${level} AS level, s.condition, s.agent, s.model, s.budget, s.task_id, any_value(s.repo) AS repo, ${values}
      FROM ${memoryRolloutsSql} WHERE ${isMemoryRolloutSql} AND ${level} IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6),
    memory AS (
      SELECT level, agent, model, budget, task_id, any_value(repo) AS repo, list(condition) AS conditions,
        ${names.map((name) => `avg("${name}") AS "${name}"`).join(", ")}
      FROM by_condition GROUP BY 1, 2, 3, 4, 5)
    SELECT memory.level, memory.task_id, memory.repo, memory.conditions,
      ${names.flatMap((name) => ["base", "memory"].map((arm) => `${arm}."${name}" AS "${arm}_${name}"`)).join(", ")}
    FROM memory JOIN base ON ${key.map((name) => `memory.${name} IS NOT DISTINCT FROM base.${name}`).join(" AND ")}
    ORDER BY memory.level, memory.task_id, memory.agent, memory.model, memory.budget`;
}
