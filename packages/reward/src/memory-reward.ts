import { type MetricValues, metricNames } from "@memop/metrics";

/** Differences closer to 0 than this are rounding, in percent points. */
const zeroTolerance = 1e-9;

/** A reward with the number of terms behind it. */
export interface MemoryReward {
  /** Percent points; null when no delta is defined. */
  readonly reward: number | null;
  readonly nMetrics: number;
}

/**
 * Reward of a memory: r = (1/N_Q) Σ_i Δ_i over the defined deltas, in percent points. N_Q is 10 when all are defined.
 *
 * A null delta is left out, never taken for 0. Source: docs/papers.md#memop-reward.
 */
export function memoryReward(deltas: MetricValues): MemoryReward {
  const defined = metricNames.map((metric) => deltas[metric]).filter((delta) => delta !== null);
  if (defined.length === 0) return { reward: null, nMetrics: 0 };
  const mean = defined.reduce((sum, delta) => sum + delta, 0) / defined.length;
  return { reward: Math.abs(mean) < zeroTolerance ? 0 : mean, nMetrics: defined.length };
}
