import fc from "fast-check";
import { expect, test } from "vitest";
import { recordedStatistics } from "../../testing/recorded-statistics.ts";
import { normalCdf, normalQuantile } from "./normal-distribution.ts";

test("agrees with scipy", () => {
  for (const { z, cdf } of recordedStatistics().normal) expect(normalCdf(z)).toBeCloseTo(cdf, 13);
});

test("the quantile undoes the distribution function", () => {
  fc.assert(
    fc.property(fc.double({ min: -5, max: 5, noNaN: true }), (z) => {
      expect(normalQuantile(normalCdf(z))).toBeCloseTo(z, 7);
    }),
  );
  expect(normalQuantile(0.95)).toBeCloseTo(1.6448536269514722, 9);
  expect([normalQuantile(0), normalQuantile(1)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
});
