import fc from "fast-check";
import { expect, test } from "vitest";
import { recordedStatistics } from "../../testing/recorded-statistics.ts";
import { newcombeInterval, phiCoefficient } from "./newcombe-interval.ts";

const shareOf = ([successes, trials]: readonly [number, number]) => ({ successes, trials });

test("of independent shares agrees with statsmodels", () => {
  for (const { a, b, interval } of recordedStatistics().newcombe) {
    const { lower, upper } = newcombeInterval(shareOf(a), shareOf(b));
    expect(lower).toBeCloseTo(interval[0], 9);
    expect(upper).toBeCloseTo(interval[1], 9);
  }
});

test("of paired shares agrees with the recorded values", () => {
  for (const { counts, interval } of recordedStatistics().newcombe_paired) {
    const [both, gained, lost, neither] = counts;
    const n = both + gained + lost + neither;
    const phi = phiCoefficient({ both, gained, lost, neither });
    const { lower, upper } = newcombeInterval(shareOf([both + gained, n]), shareOf([both + lost, n]), phi);
    expect(lower).toBeCloseTo(interval[0], 9);
    expect(upper).toBeCloseTo(interval[1], 9);
  }
});

test("holds the difference, stays in [-1, 1], and turns its sign with the arms", () => {
  const count = fc.integer({ min: 0, max: 60 });
  fc.assert(
    fc.property(count, count, count, count, (both, gained, lost, neither) => {
      const n = both + gained + lost + neither;
      fc.pre(n > 0);
      const [one, other] = [shareOf([both + gained, n]), shareOf([both + lost, n])];
      const phi = phiCoefficient({ both, gained, lost, neither });
      const { lower, upper } = newcombeInterval(one, other, phi);
      const difference = (gained - lost) / n;
      expect(-1 <= lower && lower <= difference + 1e-9 && difference - 1e-9 <= upper && upper <= 1).toBe(true);
      expect(newcombeInterval(other, one, phi).lower).toBeCloseTo(-upper, 9);
    }),
  );
});
