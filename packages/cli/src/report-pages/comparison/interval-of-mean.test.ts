import { expect, test } from "vitest";
import { halfWidthOfMean } from "./interval-of-mean.ts";

test("is the 97.5 % quantile of Student's t times the standard error", () => {
  // Quantiles of scipy.stats.t.ppf(0.975, n - 1).
  for (const [count, quantile] of [
    [2, 12.706205],
    [3, 4.302653],
    [4, 3.182446],
    [6, 2.570582],
    [31, 2.042272],
    [1001, 1.962339],
  ] as const) {
    const half = halfWidthOfMean(1, count) as number;
    expect(Math.abs((half * Math.sqrt(count)) / quantile - 1)).toBeLessThan(0.005);
  }
});

test("is unknown for fewer than two values", () => {
  expect(halfWidthOfMean(null, 1)).toBe(null);
  expect(halfWidthOfMean(0, 1)).toBe(null);
});
