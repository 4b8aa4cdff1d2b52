import fc from "fast-check";
import { expect, test } from "vitest";
import { overheadOf } from "./overhead.ts";

test("is relative to the baseline, with the memory step and without", () => {
  expect(overheadOf({ base: 200, run: 180, step: 30 })).toEqual({ withoutStep: -10, withStep: 5, factor: 1.05 });
  expect(overheadOf({ base: 200, run: 180, step: null })).toEqual({ withoutStep: -10, withStep: null, factor: 0.9 });
});

test("of a baseline that took nothing is unknown", () => {
  expect(overheadOf({ base: 0, run: 1, step: 1 })).toBeNull();
});

test("factor and percentage say the same", () => {
  const amount = fc.double({ min: 1, max: 1e3, noNaN: true });
  fc.assert(
    fc.property(amount, amount, fc.option(amount), (base, run, step) => {
      const overhead = overheadOf({ base, run, step });
      const percent = overhead?.withStep ?? overhead?.withoutStep ?? Number.NaN;
      expect(100 * ((overhead?.factor ?? 0) - 1)).toBeCloseTo(percent, 6);
    }),
  );
});
