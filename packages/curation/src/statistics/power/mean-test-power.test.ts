import fc from "fast-check";
import { expect, test } from "vitest";
import { recordedStatistics } from "../../testing/recorded-statistics.ts";
import { meanTestPower, pairsForPower } from "./mean-test-power.ts";

test("agrees with statsmodels", () => {
  for (const { effect, deviation, pairs, power, needed } of recordedStatistics().power) {
    expect(meanTestPower({ effect, deviation, alpha: 0.05 }, pairs)).toBeCloseTo(power, 9);
    expect(pairsForPower({ effect, deviation, alpha: 0.05 }, 0.8)).toBe(Math.ceil(needed));
  }
});

test("the pairs needed are the fewest with that power", () => {
  const points = fc.double({ min: 0.5, max: 20, noNaN: true });
  fc.assert(
    fc.property(points, fc.double({ min: 5, max: 60, noNaN: true }), (effect, deviation) => {
      const test = { effect, deviation, alpha: 0.05 };
      const pairs = pairsForPower(test, 0.8);
      expect(meanTestPower(test, pairs)).toBeGreaterThanOrEqual(0.8 - 1e-6);
      if (pairs > 1) expect(meanTestPower(test, pairs - 1)).toBeLessThan(0.8 + 1e-6);
    }),
  );
  expect(pairsForPower({ effect: 0, deviation: 1, alpha: 0.05 }, 0.8)).toBe(Number.POSITIVE_INFINITY);
});
