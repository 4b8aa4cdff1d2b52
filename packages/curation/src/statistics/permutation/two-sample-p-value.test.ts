import { createRandom } from "@memop/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recordedStatistics } from "../../testing/recorded-statistics.ts";
import { arrangements } from "./arrangements.ts";
import { runsMissing } from "./runs-missing.ts";
import { twoSamplePValue } from "./two-sample-p-value.ts";
import { type TwoSamples, twoSampleShifts } from "./two-sample-shifts.ts";

const p = (samples: TwoSamples): number | null => twoSamplePValue(samples, { random: createRandom(3) });
const lower = (samples: TwoSamples, alpha = 0.05): number | null =>
  twoSampleShifts(samples, { random: createRandom(3) })?.lower(alpha) ?? null;
const upper = (samples: TwoSamples, alpha = 0.05): number | null =>
  twoSampleShifts(samples, { random: createRandom(3) })?.upper(alpha) ?? null;
const runs = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 5 });

describe("the exact two-sample test", () => {
  test("3 + 3 runs are the least that reach 0.05, 5 + 5 reach 0.004", () => {
    expect(p({ having: [4, 5, 6], without: [1, 2, 3] })).toBe(0.05);
    expect(p({ having: [3, 4], without: [1, 2] })).toBeCloseTo(1 / 6, 12);
    expect(p({ having: [6, 7, 8, 9, 10], without: [1, 2, 3, 4, 5] })).toBeCloseTo(1 / 252, 12);
  });

  test("of equal runs is 1, and of an empty arm nothing", () => {
    expect(p({ having: [5, 5, 5], without: [5, 5, 5] })).toBe(1);
    expect(p({ having: [], without: [5] })).toBeNull();
  });

  test("and its lower bound agree with scipy", () => {
    for (const { having, without, p: expected, lower: bound } of recordedStatistics().two_sample) {
      expect(p({ having, without })).toBeCloseTo(expected, 12);
      if (bound === null) expect(lower({ having, without })).toBeNull();
      else expect(lower({ having, without })).toBeCloseTo(bound, 6);
    }
  });

  test("rejects a shift exactly when it lies below the lower bound", () => {
    fc.assert(
      fc.property(runs, runs, fc.integer({ min: -200, max: 200 }), (having, without, doubled) => {
        const shift = doubled / 2 + 0.25;
        const bound = lower({ having, without }, 0.2);
        const shifted = p({ having: having.map((value) => value - shift), without }) as number;
        expect(shifted <= 0.2).toBe(bound !== null && shift < bound);
      }),
    );
  });

  test("the upper bound is the lower one of the mirrored runs", () => {
    fc.assert(
      fc.property(runs, runs, (having, without) => {
        const mirrored = lower({ having: without, without: having }, 0.1);
        const bound = upper({ having, without }, 0.1);
        if (mirrored === null) expect(bound).toBeNull();
        else expect(bound).toBeCloseTo(-mirrored, 9);
      }),
    );
  });
});

test("many runs are drawn, near the normal approximation", () => {
  const without = Array.from({ length: 12 }, (_, at) => at * 8);
  // Difference 10, standard deviation 28.8 in each arm: z = 10/(28.8·√(2/12)) = 0.85, 19.8 %.
  const value = p({ having: without.map((each) => each + 10), without }) as number;
  expect(value).toBeGreaterThan(0.17);
  expect(value).toBeLessThan(0.24);
});

describe("runs missing", () => {
  test("from nothing are 3 + 3, and none are when the test can reach the level", () => {
    expect(runsMissing(0, 0, 0.05)).toEqual({ having: 3, without: 3 });
    expect(runsMissing(1, 1, 0.05)).toEqual({ having: 2, without: 2 });
    expect(runsMissing(3, 3, 0.05)).toEqual({ having: 0, without: 0 });
    expect(runsMissing(1, 5, 0.05)).toEqual({ having: 1, without: 0 });
    expect(runsMissing(5, 5, 0.004)).toEqual({ having: 0, without: 0 });
  });

  test("are enough, and one less is not", () => {
    const count = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(count, count, (having, without) => {
        const more = runsMissing(having, without, 0.05);
        expect(arrangements(having + more.having, without + more.without)).toBeGreaterThanOrEqual(20);
        if (more.having > 0 && having + more.having > 1) {
          expect(arrangements(having + more.having - 1, without + more.without)).toBeLessThan(20);
        }
      }),
    );
  });
});
