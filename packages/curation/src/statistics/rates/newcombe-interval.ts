import { type Interval, wilsonInterval } from "./wilson-interval.ts";

/** A share: `successes` of `trials`. */
export interface Share {
  readonly successes: number;
  readonly trials: number;
}

/**
 * Two-sided interval of the difference p₁ − p₀ of two shares, from the Wilson limits of each: Newcombe's hybrid score method.
 *
 * `correlation` is that of the paired outcomes (see {@link phiCoefficient}), 0 for independent samples. In [−1, 1].
 * Source: docs/papers.md#newcombe-interval.
 */
export function newcombeInterval(one: Share, other: Share, correlation = 0, level = 0.95): Interval {
  const first = wilsonInterval(one.successes, one.trials, level);
  const second = wilsonInterval(other.successes, other.trials, level);
  if (one.trials === 0 || other.trials === 0) return { lower: -1, upper: 1 };
  const [p1, p0] = [one.successes / one.trials, other.successes / other.trials];
  const reach = (a: number, b: number): number => Math.sqrt(Math.max(0, a * a - 2 * correlation * a * b + b * b));
  return {
    lower: Math.max(-1, p1 - p0 - reach(p1 - first.lower, second.upper - p0)),
    upper: Math.min(1, p1 - p0 + reach(first.upper - p1, p0 - second.lower)),
  };
}

/**
 * Correlation of paired yes-or-no outcomes from their four counts, with Newcombe's correction for small samples: with
 * D = both · neither − gained · lost, max(D − n/2, 0) takes the place of D where D is positive. 0 when a margin is empty.
 */
export function phiCoefficient(counts: {
  readonly both: number;
  readonly gained: number;
  readonly lost: number;
  readonly neither: number;
}): number {
  const { both, gained, lost, neither } = counts;
  const margins = (both + gained) * (lost + neither) * (both + lost) * (gained + neither);
  if (margins === 0) return 0;
  const determinant = both * neither - gained * lost;
  const corrected = determinant > 0 ? Math.max(determinant - (both + gained + lost + neither) / 2, 0) : determinant;
  return corrected / Math.sqrt(margins);
}
