import type { Random } from "@memop/core";
import { type TwoSamples, twoSampleShifts } from "./two-sample-shifts.ts";

/**
 * One-sided p-value of "runs with memory are not above those without" by the two-sample permutation test on the difference of
 * means: the share of arrangements of the runs into the two arms whose difference is at least the observed one.
 *
 * Exact up to 5,000 arrangements, else by `draws` (10,000) seeded ones, the observed one counted. In (0, 1], never below
 * 1/C(n₁ + n₀, n₁): 3 + 3 runs reach 0.05, 5 + 5 reach 0.004. Null when an arm is empty.
 * Source: docs/papers.md#two-sample-permutation.
 */
export function twoSamplePValue(
  samples: TwoSamples,
  options: { readonly random: Random; readonly draws?: number },
): number | null {
  return twoSampleShifts(samples, options)?.pValue(0) ?? null;
}
