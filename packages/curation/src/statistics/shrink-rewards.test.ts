import fc from "fast-check";
import { expect, test } from "vitest";
import { rewardVariance, shrinkReward } from "./shrink-rewards.ts";

test("the variance of true rewards is what r² exceeds se² by, on the mean", () => {
  // (9 - 1 + 16 - 4)/2 = 10.
  expect(
    rewardVariance([
      { reward: 3, se: 1 },
      { reward: -4, se: 2 },
    ]),
  ).toBe(10);
  expect(rewardVariance([{ reward: 1, se: 5 }])).toBe(0);
  expect(rewardVariance([])).toBeNull();
});

test("shrinks by τ²/(τ² + se²)", () => {
  expect(shrinkReward({ reward: 3, se: 2 }, 12)).toBe(2.25);
  expect(shrinkReward({ reward: 3, se: 2 }, 0)).toBe(0);
  expect(shrinkReward({ reward: 3, se: 0 }, 0)).toBe(3);
});

test("never moves away from 0, never changes sign, and more noise shrinks more", () => {
  const points = fc.double({ min: -100, max: 100, noNaN: true });
  const se = fc.double({ min: 0.01, max: 50, noNaN: true });
  fc.assert(
    fc.property(points, se, fc.double({ min: 0, max: 1000, noNaN: true }), (reward, error, variance) => {
      const shrunken = shrinkReward({ reward, se: error }, variance);
      expect(Math.abs(shrunken)).toBeLessThanOrEqual(Math.abs(reward));
      expect(shrunken * reward).toBeGreaterThanOrEqual(0);
      expect(Math.abs(shrinkReward({ reward, se: error * 2 }, variance))).toBeLessThanOrEqual(
        Math.abs(shrunken) + 1e-12,
      );
    }),
  );
});
