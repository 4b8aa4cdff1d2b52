import { normalCdf, normalQuantile } from "../distributions/normal-distribution.ts";

/** A one-sided test of a mean over pairs. `effect` and `deviation` are in the same unit. */
export interface MeanTest {
  /** True distance of the mean from the tested bound; positive. */
  readonly effect: number;
  /** Standard deviation of one pair's difference. */
  readonly deviation: number;
  readonly alpha: number;
}

/**
 * Power of a one-sided test of a mean with `pairs` pairs: Φ(effect·√n/σ − z₁₋α), in [0, 1]. Normal approximation.
 * Source: docs/papers.md#power.
 */
export function meanTestPower({ effect, deviation, alpha }: MeanTest, pairs: number): number {
  if (deviation === 0) return effect > 0 ? 1 : alpha;
  return normalCdf((effect * Math.sqrt(pairs)) / deviation - normalQuantile(1 - alpha));
}

/** Fewest pairs with which that test has `power`: ⌈((z₁₋α + z_power)·σ/effect)²⌉, at least 1; ∞ for an effect of 0. */
export function pairsForPower({ effect, deviation, alpha }: MeanTest, power: number): number {
  if (effect <= 0) return Number.POSITIVE_INFINITY;
  const sum = normalQuantile(1 - alpha) + normalQuantile(power);
  return Math.max(1, Math.ceil(((sum * deviation) / effect) ** 2));
}
