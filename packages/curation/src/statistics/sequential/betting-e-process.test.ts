import { createRandom } from "@memop/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recordedStatistics } from "../../testing/recorded-statistics.ts";
import { bettingEProcess } from "./betting-e-process.ts";
import { sequentialCap } from "./sequential-cap.ts";

const options = { smallestEffect: 0.03, alpha: 0.05 };

describe("the wealth", () => {
  test("agrees with the recorded values", () => {
    for (const { outcomes, effect, alpha, eValue, crossedAt } of recordedStatistics().betting) {
      const found = bettingEProcess(outcomes, { smallestEffect: effect, alpha });
      expect(found.eValue / eValue).toBeCloseTo(1, 9);
      expect(found.crossedAt).toBe(crossedAt);
    }
  });

  test("is positive, and 1 before the first outcome", () => {
    expect(bettingEProcess([], options)).toEqual({ eValue: 1, crossedAt: null });
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true })), (outcomes) => {
        expect(bettingEProcess(outcomes, options).eValue).toBeGreaterThan(0);
      }),
    );
  });

  test("does not know the future: a prefix stops where the whole stops", () => {
    const outcome = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 1, maxLength: 60 }), (outcomes) => {
        const { crossedAt, eValue } = bettingEProcess(outcomes, options);
        if (crossedAt !== null)
          expect(bettingEProcess(outcomes.slice(0, crossedAt), options)).toEqual({ crossedAt, eValue });
      }),
    );
  });
});

describe("error and power", () => {
  const shareThatCrosses = (drift: number, pairs: number): number => {
    const random = createRandom(11);
    let crossed = 0;
    for (let repetition = 0; repetition < 400; repetition += 1) {
      // Uniform on ±0.45 around the drift: a standard deviation of 26 points.
      const outcomes = Float64Array.from({ length: pairs }, () => drift + 0.9 * (random.next() - 0.5));
      if (bettingEProcess(outcomes, options).crossedAt !== null) crossed += 1;
    }
    return crossed / 400;
  };
  const cap = sequentialCap({ effect: 3, deviation: 26, alpha: 0.05, power: 0.8 });

  test("without an effect it crosses in at most 5 % of the runs, at whatever time one looks", () => {
    // 0.05 and three standard errors.
    expect(shareThatCrosses(0, cap)).toBeLessThan(0.083);
  });

  test("the smallest effect of interest is found before the cap with the stated power, and 10 points within 100 pairs", () => {
    expect(shareThatCrosses(0.03, cap)).toBeGreaterThan(0.74);
    expect(shareThatCrosses(0.1, 100)).toBeGreaterThan(0.68);
  });

  test("the cap rises with the spread and falls with the effect", () => {
    const plan = { effect: 3, deviation: 26, alpha: 0.05, power: 0.8 };
    expect(sequentialCap({ ...plan, deviation: 30 })).toBeGreaterThan(cap);
    expect(sequentialCap({ ...plan, effect: 5 })).toBeLessThan(cap);
    expect(sequentialCap({ ...plan, power: 0.9 })).toBeGreaterThan(cap);
  });
});
