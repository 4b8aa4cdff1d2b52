import type { Random } from "@memop/core";
import { type MetricName, mapMetrics, metricNames } from "@memop/metrics";
import { composite, type TaskDelta } from "../deltas.ts";
import {
  addSums,
  addTask,
  clearSums,
  type DeltaMatrix,
  type MetricSums,
  meansOfSums,
  newSums,
  toDeltaMatrix,
} from "./delta-matrix.ts";
import { quantile } from "./quantile.ts";

/** Spread of the mean deltas and of their mean, by resampling. All in percent points. */
export interface BootstrapSpread {
  /** 2.5 % and 97.5 % percentiles of each metric's mean; null when fewer than two tasks define it. */
  readonly intervals: Readonly<Record<MetricName, { readonly lower: number; readonly upper: number } | null>>;
  /** Standard error of the reward r; null with fewer than two tasks. */
  readonly rewardSe: number | null;
  /** 5 % percentile of r: its one-sided 95 % lower bound; null with fewer than two tasks. */
  readonly rewardLower: number | null;
}

/** Fewer repositories than this say too little about their spread: single tasks are resampled instead. */
const leastClusters = 5;

/**
 * Percentile bootstrap over tasks, clustered by repository: whole repositories are drawn with replacement when there are at
 * least five, else single tasks. The standard error carries the factor √(m/(m−1)) for m resampled units.
 *
 * Source: docs/papers.md#cluster-bootstrap.
 */
export function bootstrapDeltas(
  tasks: readonly TaskDelta[],
  { random, draws = 1000 }: { readonly random: Random; readonly draws?: number },
): BootstrapSpread {
  const nothing = { intervals: mapMetrics(() => null), rewardSe: null, rewardLower: null };
  if (tasks.length < 2) return nothing;
  const matrix = toDeltaMatrix(tasks);
  const units = unitsOf(tasks).map((rows) => sumsOf(matrix, rows));
  const draw = newSums();
  const means = metricNames.map((): number[] => []);
  const rewards: number[] = [];
  for (let count = 0; count < draws; count += 1) {
    clearSums(draw);
    for (let pick = 0; pick < units.length; pick += 1) {
      addSums(draw, units[random.integer(units.length)] as MetricSums);
    }
    const values = meansOfSums(draw);
    for (const [column, metric] of metricNames.entries()) {
      const value = values[metric];
      if (value !== null) (means[column] as number[]).push(value);
    }
    const { reward } = composite(values);
    if (reward !== null) rewards.push(reward);
  }
  if (rewards.length < 2) return nothing;
  const defined = sumsOf(matrix, tasks.keys()).counts;
  const correction = Math.sqrt(units.length / (units.length - 1));
  return {
    intervals: mapMetrics((metric) => {
      const column = metricNames.indexOf(metric);
      if ((defined[column] as number) < 2) return null;
      const sorted = (means[column] as number[]).sort((a, b) => a - b);
      return { lower: quantile(sorted, 0.025), upper: quantile(sorted, 0.975) };
    }),
    rewardSe: correction * standardDeviation(rewards),
    rewardLower: quantile(
      rewards.sort((a, b) => a - b),
      0.05,
    ),
  };
}

/** Rows that are drawn together; a task of an unknown repository stands alone. */
function unitsOf(tasks: readonly TaskDelta[]): readonly (readonly number[])[] {
  const byRepository = new Map<string | number, number[]>();
  for (const [row, { repo }] of tasks.entries()) {
    const rows = byRepository.get(repo ?? row);
    if (rows === undefined) byRepository.set(repo ?? row, [row]);
    else rows.push(row);
  }
  return byRepository.size >= leastClusters ? [...byRepository.values()] : tasks.map((_, row) => [row]);
}

function sumsOf(matrix: DeltaMatrix, rows: Iterable<number>): MetricSums {
  const sums = newSums();
  for (const row of rows) addTask(sums, matrix, row);
  return sums;
}

function standardDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
