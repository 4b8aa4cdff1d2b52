import { createRandom } from "@memop/core";
import { type MetricName, type MetricValues, mapMetrics } from "@memop/metrics";
import { composite, snapToZero } from "./deltas.ts";
import type { MeasureOptions } from "./measure-tasks.ts";
import type { Measurement, RunValues, TestedDelta } from "./measurement.ts";
import { pairedDifferences } from "./paired-differences.ts";
import { type TwoSampleShifts, twoSampleShifts } from "./statistics/permutation/two-sample-shifts.ts";

/**
 * Measures a memory that serves one task over the runs of that task: two-sample permutation test of the mean of the ten
 * metrics, and the bounds of every delta by inverting that test.
 *
 * `runVariance` is the pooled variance between repeated runs, for numbers of runs needed. With too few runs to reach `alpha`
 * there are no bounds. Source: docs/papers.md#two-sample-permutation.
 */
export function measureRuns(
  runs: RunValues,
  { seed, name, alpha, draws }: MeasureOptions,
  runVariance: number | null,
): Measurement {
  const random = createRandom(`${seed}:permutation:${name}`);
  const shiftsOf = (toValue: (run: MetricValues) => number | null): TwoSampleShifts | null =>
    twoSampleShifts(
      { having: definedOf(runs.having, toValue), without: definedOf(runs.without, toValue) },
      { random, draws },
    );
  const byMetric = mapMetrics((metric) => shiftsOf((run) => run[metric]));
  const whole = shiftsOf(compositeOf);
  const deltas = mapMetrics((metric) => meanDelta(runs, metric));
  const reward = composite(deltas).reward;
  const overall = reward === null ? null : tested(reward, whole, alpha, runVariance);
  const canCompare = runs.having.length > 1 && runs.without.length > 1;
  return {
    deltas,
    unit: "run",
    counts: { tasks: 1, having: runs.having.length, without: runs.without.length },
    composite: overall === null || whole === null || !canCompare ? null : { ...overall, pValue: whole.pValue(0) },
    metrics: mapMetrics((metric) => {
      const mean = deltas[metric];
      return mean === null ? null : tested(mean, byMetric[metric], alpha, variance(runs, metric));
    }),
    intervals: mapMetrics((metric) => {
      const [lower, upper] = [byMetric[metric]?.lower(0.025) ?? null, byMetric[metric]?.upper(0.025) ?? null];
      return lower === null || upper === null ? null : { lower, upper };
    }),
    rewardSpread: null,
    sequence: pairedDifferences(runs),
  };
}

function tested(
  mean: number,
  shifts: TwoSampleShifts | null,
  alpha: number,
  runVariance: number | null,
): TestedDelta | null {
  const [lower, upper] = [shifts?.lower(alpha) ?? null, shifts?.upper(alpha) ?? null];
  if (lower === null || upper === null) return null;
  return { mean, lower, upper, deviation: runVariance === null ? null : Math.sqrt(2 * runVariance) };
}

function compositeOf(run: MetricValues): number | null {
  return composite(run).reward;
}

function definedOf(runs: readonly MetricValues[], toValue: (run: MetricValues) => number | null): number[] {
  return runs.map(toValue).filter((value) => value !== null);
}

function meanDelta({ having, without }: RunValues, metric: MetricName): number | null {
  const [one, other] = [having, without].map((runs) => definedOf(runs, (run) => run[metric])) as [number[], number[]];
  if (one.length === 0 || other.length === 0) return null;
  return snapToZero(meanOf(one) - meanOf(other));
}

/** Variance between runs of one arm, pooled over both; null with fewer than two degrees of freedom. */
function variance({ having, without }: RunValues, metric: MetricName): number | null {
  const arms = [having, without].map((runs) => definedOf(runs, (run) => run[metric]));
  const freedom = arms.reduce((sum, arm) => sum + Math.max(0, arm.length - 1), 0);
  if (freedom < 2) return null;
  const squares = arms.map((arm) => arm.reduce((sum, value) => sum + (value - meanOf(arm)) ** 2, 0));
  return squares.reduce((sum, square) => sum + square, 0) / freedom;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
