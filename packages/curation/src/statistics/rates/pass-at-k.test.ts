import fc from "fast-check";
import { expect, test } from "vitest";
import { recordedStatistics } from "../../testing/recorded-statistics.ts";
import { passAtK } from "./pass-at-k.ts";
import { passHatK } from "./pass-hat-k.ts";

test("both agree with the binomial coefficients", () => {
  for (const { n, c, k, at, hat } of recordedStatistics().pass_at_k) {
    expect(passAtK(n, c, k)).toBeCloseTo(at, 12);
    expect(passHatK(n, c, k)).toBeCloseTo(hat, 12);
  }
});

test("at k = 1 both are the share that passed; then pass@k rises and pass^k falls", () => {
  const counts = fc.integer({ min: 1, max: 30 }).chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n })));
  fc.assert(
    fc.property(counts, ([runs, passed]) => {
      expect(passAtK(runs, passed, 1)).toBeCloseTo(passed / runs, 12);
      expect(passHatK(runs, passed, 1)).toBeCloseTo(passed / runs, 12);
      for (let k = 2; k <= runs; k += 1) {
        expect(passAtK(runs, passed, k) as number).toBeGreaterThanOrEqual(
          (passAtK(runs, passed, k - 1) as number) - 1e-12,
        );
        expect(passHatK(runs, passed, k) as number).toBeLessThanOrEqual(
          (passHatK(runs, passed, k - 1) as number) + 1e-12,
        );
      }
      expect(passAtK(runs, passed, runs + 1)).toBeNull();
    }),
  );
});
