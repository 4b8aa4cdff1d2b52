import { type MetricName, type MetricValues, mapMetrics, metricNames } from "./metric.ts";

/** A plain mean that says what it left out. */
export interface MetricMean {
  /** Percent; null when nothing was defined. */
  readonly mean: number | null;
  /** Tasks with at least one defined value. */
  readonly tasks: number;
  /** Score cards whose value is null. */
  readonly skipped: number;
}

/**
 * Plain mean of each metric over score cards: first over the rollouts of a task, then over tasks, so that a task with more
 * rollouts does not weigh more. Nulls are skipped and counted. Source: docs/papers.md#memop-metrics.
 */
export function aggregateScores(
  cards: Iterable<{ readonly taskId: string; readonly metrics: MetricValues }>,
): Record<MetricName, MetricMean> {
  const sums = mapMetrics(() => new Map<string, { sum: number; count: number }>());
  const skipped = mapMetrics(() => 0);
  for (const { taskId, metrics } of cards) {
    for (const metric of metricNames) {
      const value = metrics[metric];
      if (value === null) skipped[metric] += 1;
      else addTo(sums[metric], taskId, value);
    }
  }
  return mapMetrics((metric) => ({ ...meanOfMeans(sums[metric]), skipped: skipped[metric] }));
}

function addTo(sums: Map<string, { sum: number; count: number }>, taskId: string, value: number): void {
  const entry = sums.get(taskId) ?? { sum: 0, count: 0 };
  sums.set(taskId, { sum: entry.sum + value, count: entry.count + 1 });
}

function meanOfMeans(sums: ReadonlyMap<string, { sum: number; count: number }>): Omit<MetricMean, "skipped"> {
  if (sums.size === 0) return { mean: null, tasks: 0 };
  let total = 0;
  for (const { sum, count } of sums.values()) total += sum / count;
  return { mean: total / sums.size, tasks: sums.size };
}
