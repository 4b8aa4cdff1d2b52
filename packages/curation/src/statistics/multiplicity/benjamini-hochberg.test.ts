import fc from "fast-check";
import { expect, test } from "vitest";
import { recordedStatistics } from "../../testing/recorded-statistics.ts";
import { benjaminiHochberg } from "./benjamini-hochberg.ts";
import { eBenjaminiHochberg } from "./e-benjamini-hochberg.ts";

const expectClose = (found: readonly number[], expected: readonly number[]): void => {
  expect(found).toHaveLength(expected.length);
  for (const [at, value] of found.entries()) expect(value).toBeCloseTo(expected[at] as number, 12);
};

test("agrees with scipy, for p-values and for e-values", () => {
  for (const { p, q } of recordedStatistics().benjamini_hochberg) expectClose(benjaminiHochberg(p), q);
  for (const { e, q } of recordedStatistics().e_bh) expectClose(eBenjaminiHochberg(e), q);
});

test("rejects what the step-up rule rejects: the k smallest for the largest k with p₍ₖ₎ ≤ q·k/m", () => {
  const p = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(p, fc.double({ min: 0.01, max: 0.5, noNaN: true }), (pValues, level) => {
      const sorted = [...pValues].sort((a, b) => a - b);
      const k = sorted.findLastIndex((value, at) => value <= (level * (at + 1)) / sorted.length) + 1;
      expect(benjaminiHochberg(pValues).filter((q) => q <= level).length).toBe(k);
    }),
  );
});

test("e-BH rejects the k largest for the largest k with e₍ₖ₎ ≥ m/(q·k)", () => {
  const e = fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(e, (eValues) => {
      const sorted = [...eValues].sort((a, b) => b - a);
      const k = sorted.findLastIndex((value, at) => value * 0.05 * (at + 1) >= sorted.length) + 1;
      expect(eBenjaminiHochberg(eValues).filter((q) => q <= 0.05 + 1e-12).length).toBe(k);
    }),
  );
});
