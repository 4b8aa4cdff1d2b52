import { createRandom } from "@memop/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recordedStatistics } from "../../testing/recorded-statistics.ts";
import { signFlipPValue } from "./sign-flip-p-value.ts";

const p = (differences: readonly number[], draws?: number): number | null =>
  signFlipPValue(differences, { random: createRandom(7), ...(draws === undefined ? {} : { draws }) });

/** All patterns, one by one, without Gray codes. */
function naive(differences: readonly number[]): number {
  const observed = differences.reduce((sum, value) => sum + value, 0);
  let reached = 0;
  for (let pattern = 0; pattern < 2 ** differences.length; pattern += 1) {
    const sum = differences.reduce((total, value, at) => total + ((pattern >> at) & 1 ? -value : value), 0);
    if (sum >= observed - 1e-9) reached += 1;
  }
  return reached / 2 ** differences.length;
}

describe("the exact test", () => {
  test("of five gains is 1/32, the least that five tasks can reach", () => {
    expect(p([1, 2, 3, 4, 5])).toBe(1 / 32);
    expect(p([-1, -2, -3, -4, -5])).toBe(1);
  });

  test("of differences that are all 0 is 1", () => {
    expect(p([0, 0, 0])).toBe(1);
  });

  test("of less than two differences says nothing", () => {
    expect(p([])).toBeNull();
    expect(p([50])).toBeNull();
  });

  test("agrees with scipy", () => {
    for (const each of recordedStatistics().sign_flip) expect(p(each.differences)).toBeCloseTo(each.p, 12);
  });

  test("is the share over all patterns", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 2, maxLength: 9 }), (differences) => {
        expect(p(differences)).toBeCloseTo(naive(differences), 12);
      }),
    );
  });
});

describe("the drawn test", () => {
  const many = Array.from({ length: 25 }, (_, at) => (at % 3 === 0 ? -4 : 5));

  test("is near the normal approximation, and the same for the same seed", () => {
    // Sum 16·5 - 9·4 = 44; √Σd² = √(16·25 + 9·16) = 23.3; z = 1.89: 2.9 %.
    expect(p(many)).toBeGreaterThan(0.02);
    expect(p(many)).toBeLessThan(0.045);
    expect(p(many)).toBe(p(many));
  });

  test("is never 0", () => {
    expect(p(Array(60).fill(10), 500)).toBe(1 / 501);
  });
});
