/**
 * Two-sided mid-p value of McNemar's exact test from the two discordant counts: tasks gained and tasks lost.
 *
 * Binomial(gained + lost, ½), half of the probability of the observed table taken off. In (0, 1]; 1 without discordant pairs.
 * Source: docs/papers.md#mcnemar.
 */
export function mcnemarMidP(gained: number, lost: number): number {
  const pairs = gained + lost;
  const least = Math.min(gained, lost);
  let tail = 0;
  for (let count = 0; count <= least; count += 1) tail += binomialHalf(count, pairs);
  return Math.min(1, 2 * tail - binomialHalf(least, pairs));
}

/** Probability of `successes` among `trials` fair coins, by logarithms so that large counts do not overflow. */
function binomialHalf(successes: number, trials: number): number {
  let log = -trials * Math.LN2;
  for (let at = 1; at <= successes; at += 1) log += Math.log((trials - successes + at) / at);
  return Math.exp(log);
}
