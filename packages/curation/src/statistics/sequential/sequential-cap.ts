import { normalQuantile } from "../distributions/normal-distribution.ts";

/** What a sequential test is planned for; `effect` and `deviation` in the same unit. */
export interface SequentialPlan {
  /** Smallest effect of interest, positive. */
  readonly effect: number;
  /** Standard deviation of one outcome. */
  readonly deviation: number;
  readonly alpha: number;
  readonly power: number;
}

/**
 * Most pairs a betting test should run: with that many it accepts the smallest effect of interest with the stated power.
 *
 * With the best bet the logarithm of the wealth grows by g = effect²/(2σ²) a pair on the mean, with variance 2g. It exceeds
 * L = ln(1/α) with the stated power when √(n·g) = (z√2 + √(2z² + 4L))/2. At least 1. Source: docs/papers.md#betting-e-process.
 */
export function sequentialCap({ effect, deviation, alpha, power }: SequentialPlan): number {
  const growth = effect ** 2 / (2 * Math.max(deviation, effect) ** 2);
  const z = Math.max(0, normalQuantile(power));
  const root = (z * Math.SQRT2 + Math.sqrt(2 * z * z - 4 * Math.log(alpha))) / 2;
  return Math.max(1, Math.ceil(root ** 2 / growth));
}
