import fc from "fast-check";
import { expect, test } from "vitest";
import { recordedStatistics } from "../../testing/recorded-statistics.ts";
import { mcnemarMidP } from "./mcnemar-mid-p.ts";

test("agrees with scipy", () => {
  for (const { gained, lost, p } of recordedStatistics().mcnemar) expect(mcnemarMidP(gained, lost)).toBeCloseTo(p, 10);
});

test("lies in (0, 1], does not know which arm is which, and falls with the imbalance", () => {
  const count = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(count, count, (gained, lost) => {
      const p = mcnemarMidP(gained, lost);
      expect(p > 0 && p <= 1).toBe(true);
      expect(mcnemarMidP(lost, gained)).toBe(p);
      if (gained >= lost) expect(mcnemarMidP(gained + 1, Math.max(0, lost - 1))).toBeLessThanOrEqual(p + 1e-12);
    }),
  );
});
