import { mapMetrics, metricNames } from "@memop/metrics";
import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryReward } from "./memory-reward.ts";

test("is the mean of the ten deltas", () => {
  // (1 + … + 10)/10 = 5.5.
  expect(memoryReward(mapMetrics((metric) => metricNames.indexOf(metric) + 1))).toEqual({ reward: 5.5, nMetrics: 10 });
});

test("leaves an undefined delta out, and is undefined without any", () => {
  expect(memoryReward({ ...mapMetrics(() => 4), sr: null })).toEqual({ reward: 4, nMetrics: 9 });
  expect(memoryReward(mapMetrics(() => null))).toEqual({ reward: null, nMetrics: 0 });
});

test("lies between the least and the largest delta", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 10, maxLength: 10 }), (values) => {
      const { reward } = memoryReward(mapMetrics((metric) => values[metricNames.indexOf(metric)] as number));
      expect(reward).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
      expect(reward).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
    }),
  );
});
