import type { MetricName, MetricValues } from "@memop/metrics";
import type { DeltaSpread } from "./statistics/bootstrap-deltas.ts";

/** The ten metrics of every run of one task, by arm, in a fixed order. */
export interface RunValues {
  readonly having: readonly MetricValues[];
  readonly without: readonly MetricValues[];
}

/** A mean delta that was tested; percent points. */
export interface TestedDelta {
  readonly mean: number;
  /** One-sided bounds at the level of the tests. */
  readonly lower: number;
  readonly upper: number;
  /** Standard deviation of the difference in one pair; null when unknown. */
  readonly deviation: number | null;
}

/** All that the statistics say about one candidate. */
export interface Measurement {
  /** Mean delta of each metric in percent points; null where undefined. */
  readonly deltas: MetricValues;
  /** What is repeated: tasks, or the runs of the one task that a memory serves. */
  readonly unit: "task" | "run";
  /** Number of tasks, or of runs in each arm. */
  readonly counts: { readonly tasks: number; readonly having: number; readonly without: number };
  /** The reward r, its bounds, and the one-sided p-value of "r is at most 0"; null when nothing can be tested. */
  readonly composite: (TestedDelta & { readonly pValue: number }) | null;
  /** Null where a metric cannot be tested. */
  readonly metrics: Readonly<Record<MetricName, TestedDelta | null>>;
  /** Two-sided 95 % intervals and standard errors; null where unknown. */
  readonly intervals: Readonly<Record<MetricName, { readonly lower: number; readonly upper: number } | null>>;
  readonly rewardSpread: DeltaSpread | null;
  /** Mean of the ten differences of each pair, in percent points, in an order that does not depend on the data. */
  readonly sequence: readonly number[];
}
