import type { Random } from "@memop/core";
import { type MetricName, mapMetrics, metricNames } from "@memop/metrics";
import type { TaskDelta } from "../deltas.ts";
import { addTask, type DeltaMatrix, newSums, toDeltaMatrix } from "./delta-matrix.ts";
import { normalCdf } from "./distributions/normal-distribution.ts";
import { studentQuantile } from "./distributions/student-quantile.ts";
import { quantile } from "./quantile.ts";

/** Spread of one mean delta, in percent points. */
export interface DeltaSpread {
  /** Two-sided 95 % interval. */
  readonly lower: number;
  readonly upper: number;
  /** One-sided bounds at `alpha`. */
  readonly lowerBound: number;
  readonly upperBound: number;
  readonly se: number;
}

/** Spread of the mean deltas and of their mean, by resampling. All in percent points. */
export interface BootstrapSpread {
  /** Null where fewer than two tasks define the metric. */
  readonly intervals: Readonly<Record<MetricName, DeltaSpread | null>>;
  /** Spread of the reward r; null with fewer than two tasks. */
  readonly reward: DeltaSpread | null;
}

/** How to resample. */
export interface BootstrapOptions {
  readonly random: Random;
  /** Default 1,000. */
  readonly draws?: number;
  /** Level of the one-sided bounds, default 0.05. */
  readonly alpha?: number;
}

/** Fewer repositories than this say too little about their spread: single tasks are resampled instead. */
const leastClusters = 5;
const width = metricNames.length;

/**
 * Percentile bootstrap over tasks, clustered by repository: whole repositories are drawn with replacement when there are at
 * least five, else single tasks. For m resampled units the standard error carries √(m/(m−1)), and the percentiles are spread
 * as Student's t asks, Φ(√(m/(m−1))·t): without that, intervals of few units are too narrow.
 *
 * Source: docs/papers.md#cluster-bootstrap.
 */
export function bootstrapDeltas(
  tasks: readonly TaskDelta[],
  { random, draws = 1000, alpha = 0.05 }: BootstrapOptions,
): BootstrapSpread {
  const matrix = toDeltaMatrix(tasks);
  return bootstrapMatrix(matrix, tasks.length < 2 ? [] : resamplingUnits(tasks), { random, draws, alpha });
}

/** The same for packed deltas, with the rows that are drawn together; see {@link resamplingUnits}. */
export function bootstrapMatrix(
  matrix: DeltaMatrix,
  units: readonly (readonly number[])[],
  { random, draws = 1000, alpha = 0.05 }: BootstrapOptions,
): BootstrapSpread {
  if (matrix.tasks < 2) return { intervals: mapMetrics(() => null), reward: null };
  const means = drawMeans(matrix, units, random, draws);
  const total = newSums();
  for (let row = 0; row < matrix.tasks; row += 1) addTask(total, matrix, row);
  const correction = Math.sqrt(units.length / (units.length - 1));
  const shareOf = (share: number): number => normalCdf(correction * studentQuantile(share, units.length - 1));
  const shares = { interval: shareOf(0.025), bound: shareOf(alpha) };
  const spreadOf = (column: number): DeltaSpread | null => spread(means[column] as Float64Array, shares, correction);
  return {
    intervals: mapMetrics((metric) => {
      const column = metricNames.indexOf(metric);
      return (total.counts[column] as number) < 2 ? null : spreadOf(column);
    }),
    reward: spreadOf(width),
  };
}

/** Rows that are drawn together; a task of an unknown repository stands alone. */
export function resamplingUnits(tasks: readonly Pick<TaskDelta, "repo">[]): readonly (readonly number[])[] {
  const byRepository = new Map<string | number, number[]>();
  for (const [row, { repo }] of tasks.entries()) {
    const rows = byRepository.get(repo ?? row);
    if (rows === undefined) byRepository.set(repo ?? row, [row]);
    else rows.push(row);
  }
  return byRepository.size >= leastClusters ? [...byRepository.values()] : tasks.map((_, row) => [row]);
}

/** Means of the ten metrics and, last, of r in each draw; `NaN` where a draw defines none. */
function drawMeans(
  matrix: DeltaMatrix,
  units: readonly (readonly number[])[],
  random: Random,
  draws: number,
): Float64Array[] {
  // (units × 20): ten sums, ten counts.
  const packed = new Float64Array(units.length * 2 * width);
  for (const [at, rows] of units.entries()) {
    const sums = newSums();
    for (const row of rows) addTask(sums, matrix, row);
    packed.set(sums.sums, at * 2 * width);
    packed.set(sums.counts, at * 2 * width + width);
  }
  const means = Array.from({ length: width + 1 }, () => new Float64Array(draws));
  const drawn = new Float64Array(2 * width);
  const stride = 2 * width;
  const count = units.length;
  for (let draw = 0; draw < draws; draw += 1) {
    drawn.fill(0);
    for (let pick = 0; pick < count; pick += 1) {
      const from = random.integer(count) * stride;
      for (let at = 0; at < stride; at += 1) (drawn[at] as number) += packed[from + at] as number;
    }
    let sum = 0;
    let defined = 0;
    for (let column = 0; column < width; column += 1) {
      const tasks = drawn[width + column] as number;
      const mean = tasks === 0 ? Number.NaN : (drawn[column] as number) / tasks;
      (means[column] as Float64Array)[draw] = mean;
      if (tasks === 0) continue;
      sum += mean;
      defined += 1;
    }
    (means[width] as Float64Array)[draw] = defined === 0 ? Number.NaN : sum / defined;
  }
  return means;
}

function spread(
  drawn: Float64Array,
  shares: { readonly interval: number; readonly bound: number },
  correction: number,
): DeltaSpread | null {
  // Sorting puts NaN last.
  const all = drawn.sort();
  let length = all.length;
  while (length > 0 && Number.isNaN(all[length - 1] as number)) length -= 1;
  if (length < 2) return null;
  const sorted = all.subarray(0, length);
  return {
    lower: quantile(sorted, shares.interval),
    upper: quantile(sorted, 1 - shares.interval),
    lowerBound: quantile(sorted, shares.bound),
    upperBound: quantile(sorted, 1 - shares.bound),
    se: correction * standardDeviation(sorted),
  };
}

function standardDeviation(values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at] as number;
  const mean = sum / values.length;
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) squares += ((values[at] as number) - mean) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}
