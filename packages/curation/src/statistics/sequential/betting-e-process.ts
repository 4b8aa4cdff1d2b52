/** How a betting e-process bets. */
export interface BettingOptions {
  /** Smallest effect of interest on the scale of the outcomes, in (0, 1): the bet is never smaller than the best one for it. */
  readonly smallestEffect: number;
  /** Level of the test: evidence is enough at 1/α. */
  readonly alpha: number;
}

/** Where a betting e-process went. */
export interface BettingResult {
  /** Wealth when it first reached 1/α, or after the last outcome; 1 without outcomes. An e-value. */
  readonly eValue: number;
  /** Number of outcomes after which wealth first reached 1/α; null when it never did. */
  readonly crossedAt: number | null;
}

/** Weight of the first guesses of mean and variance, in outcomes. */
const priorWeight = 10;
/** First guess of the variance of an outcome: a standard deviation of 25 points. */
const priorVariance = 0.0625;
/** A larger bet could lose almost everything on one outcome. */
const largestBet = 0.9;

/**
 * Betting e-process against "the mean is at most 0": E_t = Π(1 + λ_t·x_t) over outcomes x in [−1, 1] in their order.
 *
 * The bet λ_t = m/(v + m²), at most 0.9, is made of what came before x_t alone: m is the shrunken mean, at least the smallest
 * effect of interest, v the shrunken variance around it. Under the null hypothesis E is a non-negative supermartingale, so the
 * chance that it ever reaches 1/α is at most α (Ville). Source: docs/papers.md#betting-e-process.
 */
export function bettingEProcess(outcomes: ArrayLike<number>, { smallestEffect, alpha }: BettingOptions): BettingResult {
  let wealth = 1;
  let sum = priorWeight * smallestEffect;
  let squares = priorWeight * priorVariance;
  for (let at = 0; at < outcomes.length; at += 1) {
    const outcome = Math.max(-1, Math.min(1, outcomes[at] as number));
    const weight = priorWeight + at;
    const mean = Math.max(smallestEffect, sum / weight);
    const bet = Math.min(largestBet, mean / (squares / weight + mean * mean));
    wealth *= 1 + bet * outcome;
    if (wealth >= 1 / alpha) return { eValue: wealth, crossedAt: at + 1 };
    sum += outcome;
    squares += (outcome - mean) ** 2;
  }
  return { eValue: wealth, crossedAt: null };
}
