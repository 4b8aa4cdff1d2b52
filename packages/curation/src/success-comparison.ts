import { mcnemarMidP } from "./statistics/rates/mcnemar-mid-p.ts";
import { newcombeInterval, phiCoefficient } from "./statistics/rates/newcombe-interval.ts";
import { wilsonInterval } from "./statistics/rates/wilson-interval.ts";

/** Success rates of both arms over the tasks that know both, in percent. */
export interface SuccessComparison {
  readonly tasks: number;
  readonly with_rate: number;
  readonly with_lower: number;
  readonly with_upper: number;
  readonly without_rate: number;
  readonly without_lower: number;
  readonly without_upper: number;
  /** Difference in percent points with its interval. */
  readonly difference: number;
  readonly lower: number;
  readonly upper: number;
  /** Tasks of which the rate rose and fell. */
  readonly gained: number;
  readonly lost: number;
  readonly mcnemar_p: number;
}

/** Success rates of one task, in percent. */
export interface TaskSuccess {
  readonly having: number | null;
  readonly without: number | null;
}

/**
 * Compares success rates: Wilson intervals of each, Newcombe's interval of the difference of paired rates, and the exact McNemar
 * test (mid-p, two-sided) on tasks whose rate differs. Null without a task that knows both.
 *
 * Source: docs/papers.md#mcnemar, docs/papers.md#newcombe-interval, docs/papers.md#wilson-interval.
 */
export function compareSuccess(tasks: readonly TaskSuccess[]): SuccessComparison | null {
  const counts = { both: 0, gained: 0, lost: 0, neither: 0 };
  let [known, risen, fallen] = [0, 0, 0];
  for (const { having, without } of tasks) {
    if (having === null || without === null) continue;
    const [a, b] = [having / 100, without / 100];
    known += 1;
    if (a > b) risen += 1;
    if (a < b) fallen += 1;
    counts.both += a * b;
    counts.gained += a * (1 - b);
    counts.lost += (1 - a) * b;
    counts.neither += (1 - a) * (1 - b);
  }
  if (known === 0) return null;
  const [one, other] = [counts.both + counts.gained, counts.both + counts.lost];
  const [having, without] = [wilsonInterval(one, known), wilsonInterval(other, known)];
  const share = (successes: number) => ({ successes, trials: known });
  const difference = newcombeInterval(share(one), share(other), phiCoefficient(counts));
  return {
    tasks: known,
    with_rate: (100 * one) / known,
    with_lower: 100 * having.lower,
    with_upper: 100 * having.upper,
    without_rate: (100 * other) / known,
    without_lower: 100 * without.lower,
    without_upper: 100 * without.upper,
    difference: (100 * (one - other)) / known,
    lower: 100 * difference.lower,
    upper: 100 * difference.upper,
    gained: risen,
    lost: fallen,
    mcnemar_p: mcnemarMidP(risen, fallen),
  };
}
