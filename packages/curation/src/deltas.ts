import { type MetricName, type MetricValues, mapMetrics, metricNames } from "@memop/metrics";

/** Mean difference of one metric, with memory minus without, in percent points. */
export interface Delta {
  /** Mean over the tasks where the metric is defined in both arms; null when there is none. */
  readonly mean: number | null;
  /** Two-sided 95 % bootstrap interval; null when fewer than two tasks define the metric. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** Number of task deltas behind `mean`. */
  readonly n: number;
}

/** A delta for each of the ten metrics. */
export type Deltas = Readonly<Record<MetricName, Delta>>;

/** Differences on one task: mean over the rollouts with memory minus mean over those without. */
export interface TaskDelta {
  readonly taskId: string;
  /** Cluster for intervals; null when unknown. */
  readonly repo: string | null;
  /** Percent points; null where the metric is undefined in an arm. */
  readonly values: MetricValues;
}

/** Differences closer to 0 than this are rounding, in percent points. */
export const zeroTolerance = 1e-9;

/** A difference in percent points, 0 when it is rounding. */
export function snapToZero(difference: number): number {
  return Math.abs(difference) < zeroTolerance ? 0 : difference;
}

/**
 * r = mean of the defined deltas, in percent points, and how many there are (N_Q = 10 when all are); null when none is.
 * Source: docs/papers.md#memop-reward.
 */
export function composite(values: MetricValues): { readonly reward: number | null; readonly nMetrics: number } {
  const defined = metricNames.map((metric) => values[metric]).filter((value) => value !== null);
  const sum = defined.reduce((total, value) => total + value, 0);
  return { reward: defined.length === 0 ? null : sum / defined.length, nMetrics: defined.length };
}

/** The means of deltas, without their intervals. */
export function meansOf(deltas: Deltas): MetricValues {
  return mapMetrics((metric) => deltas[metric].mean);
}
