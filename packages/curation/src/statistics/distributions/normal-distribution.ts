/**
 * Φ(z), the standard normal distribution function, to about 15 digits. Source: docs/papers.md#normal-distribution.
 */
export function normalCdf(z: number): number {
  if (z < -8) return 0;
  if (z > 8) return 1;
  let term = z;
  let sum = z;
  for (let odd = 3; Math.abs(term) > 1e-17; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

/**
 * z with Φ(z) = `share`, by bisection of {@link normalCdf} and one Newton step; −∞ at 0, ∞ at 1. Absolute error below 1e-9
 * for shares in [1e-9, 1 − 1e-9].
 */
export function normalQuantile(share: number): number {
  if (share <= 0) return Number.NEGATIVE_INFINITY;
  if (share >= 1) return Number.POSITIVE_INFINITY;
  let [low, high] = [-8, 8];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < share) low = middle;
    else high = middle;
  }
  const z = (low + high) / 2;
  return z - ((normalCdf(z) - share) * Math.sqrt(2 * Math.PI)) / Math.exp((-z * z) / 2);
}
