/** A reward and its standard error, in percent points. */
export interface MeasuredReward {
  readonly reward: number;
  readonly se: number;
}

/**
 * Variance of the true rewards over candidates, by moments around 0: τ² = max(0, mean(r² − se²)). In squared percent
 * points; null without candidates. Source: docs/papers.md#empirical-bayes.
 */
export function rewardVariance(candidates: readonly MeasuredReward[]): number | null {
  if (candidates.length === 0) return null;
  const excess = candidates.reduce((sum, { reward, se }) => sum + reward ** 2 - se ** 2, 0) / candidates.length;
  return Math.max(0, excess);
}

/**
 * Empirical-Bayes estimate of the true reward: r · τ² / (τ² + se²), never farther from 0 than r and of the same sign. An
 * exact reward (se = 0) stays as it is. Source: docs/papers.md#empirical-bayes.
 */
export function shrinkReward({ reward, se }: MeasuredReward, variance: number): number {
  return se === 0 ? reward : (reward * variance) / (variance + se ** 2);
}
