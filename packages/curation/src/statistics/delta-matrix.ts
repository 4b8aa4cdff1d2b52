import { type MetricName, type MetricValues, mapMetrics, metricNames } from "@memop/metrics";
import { snapToZero } from "../deltas.ts";

/** Task deltas as numbers in a row, for resampling. `NaN` stands for undefined. */
export interface DeltaMatrix {
  readonly tasks: number;
  /** (tasks × 10), row by row, metrics in the order of `metricNames`. */
  readonly values: Float64Array;
}

/** Sums and counts of the ten metrics over some tasks. */
export interface MetricSums {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

const width = metricNames.length;

/** Packs task deltas, in their order. */
export function toDeltaMatrix(tasks: readonly { readonly values: MetricValues }[]): DeltaMatrix {
  const values = new Float64Array(tasks.length * width);
  for (const [row, task] of tasks.entries()) {
    for (const [column, metric] of metricNames.entries()) {
      values[row * width + column] = task.values[metric] ?? Number.NaN;
    }
  }
  return { tasks: tasks.length, values };
}

/** Empty sums. */
export function newSums(): MetricSums {
  return { sums: new Float64Array(width), counts: new Float64Array(width) };
}

/** Sets sums back to empty. */
export function clearSums({ sums, counts }: MetricSums): void {
  sums.fill(0);
  counts.fill(0);
}

/** Adds one task's defined deltas, times `sign`. */
export function addTask({ sums, counts }: MetricSums, { values }: DeltaMatrix, row: number, sign = 1): void {
  for (let column = 0; column < width; column += 1) {
    const value = values[row * width + column] as number;
    if (Number.isNaN(value)) continue;
    (sums[column] as number) += sign * value;
    (counts[column] as number) += 1;
  }
}

/** Adds the sums and counts of `added` to `total`. */
export function addSums(total: MetricSums, added: MetricSums): void {
  for (let column = 0; column < width; column += 1) {
    (total.sums[column] as number) += added.sums[column] as number;
    (total.counts[column] as number) += added.counts[column] as number;
  }
}

/** The means that sums stand for; null where nothing was added, exact 0 within the tolerance. */
export function meansOfSums({ sums, counts }: MetricSums): MetricValues {
  let column = 0;
  return mapMetrics(() => {
    const [sum, count] = [sums[column] as number, counts[column] as number];
    column += 1;
    return count === 0 ? null : snapToZero(sum / count);
  });
}

/** Mean of each metric over the tasks where it is defined, in percent points. Source: docs/papers.md#delta. */
export function meanDeltas(matrix: DeltaMatrix): MetricValues {
  const sums = newSums();
  for (let row = 0; row < matrix.tasks; row += 1) addTask(sums, matrix, row);
  return meansOfSums(sums);
}

/** Number of tasks that define each metric. */
export function definedCounts(matrix: DeltaMatrix): Record<MetricName, number> {
  const sums = newSums();
  for (let row = 0; row < matrix.tasks; row += 1) addTask(sums, matrix, row);
  return mapMetrics((metric) => sums.counts[metricNames.indexOf(metric)] as number);
}
