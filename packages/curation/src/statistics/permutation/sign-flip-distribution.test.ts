import { createRandom } from "@memop/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { signFlipDistribution } from "./sign-flip-distribution.ts";
import { signFlipPValue } from "./sign-flip-p-value.ts";

const difference = fc.integer({ min: -100, max: 100 });

test("the p-value of the observed sum is that of the test, for few differences exactly", () => {
  fc.assert(
    fc.property(fc.array(difference, { minLength: 2, maxLength: 9 }), (differences) => {
      const sum = differences.reduce((total, value) => total + value, 0);
      const distribution = signFlipDistribution(differences, { random: createRandom(1), draws: 100 });
      expect(distribution.pValue(sum)).toBeCloseTo(signFlipPValue(differences, { random: createRandom(1) }) ?? -1, 12);
    }),
  );
});

test("of many differences it is near, never 0, and falls with the sum", () => {
  const differences = Array.from({ length: 40 }, (_, at) => (at % 7) - 2);
  const distribution = signFlipDistribution(differences, { random: createRandom(1), draws: 4000 });
  const exact = signFlipPValue(differences, { random: createRandom(2), draws: 20_000 }) as number;
  const sum = differences.reduce((total, value) => total + value, 0);
  expect(Math.abs(distribution.pValue(sum) - exact)).toBeLessThan(0.01);
  expect(distribution.pValue(1000)).toBeCloseTo(1 / 4001, 12);
  expect(distribution.pValue(-1000)).toBe(1);
  expect(distribution.pValue(10)).toBeGreaterThanOrEqual(distribution.pValue(20));
});
