import fc from "fast-check";
import { expect, test } from "vitest";
import { recordedStatistics } from "../../testing/recorded-statistics.ts";
import { wilsonInterval } from "./wilson-interval.ts";

test("agrees with statsmodels", () => {
  for (const { successes, trials, interval } of recordedStatistics().wilson) {
    const { lower, upper } = wilsonInterval(successes, trials);
    expect(lower).toBeCloseTo(interval[0], 9);
    expect(upper).toBeCloseTo(interval[1], 9);
  }
});

test("holds the share, stays in [0, 1], and is mirrored by failures", () => {
  const counts = fc
    .integer({ min: 1, max: 500 })
    .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
  fc.assert(
    fc.property(counts, ([successes, trials]) => {
      const { lower, upper } = wilsonInterval(successes, trials);
      const mirrored = wilsonInterval(trials - successes, trials);
      expect(lower).toBeGreaterThanOrEqual(0);
      expect(upper).toBeLessThanOrEqual(1);
      expect(lower - 1e-12 <= successes / trials && successes / trials <= upper + 1e-12).toBe(true);
      expect(mirrored.lower).toBeCloseTo(1 - upper, 9);
    }),
  );
  expect(wilsonInterval(0, 0)).toEqual({ lower: 0, upper: 1 });
});
