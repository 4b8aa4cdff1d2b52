import { arrangements } from "./arrangements.ts";

/** Further runs of one task, by arm. */
export interface RunsMissing {
  readonly having: number;
  readonly without: number;
}

/**
 * The fewest further runs with which the two-sample permutation test of one task could reach `alpha`, as even as possible
 * over the arms: C(n₁ + n₀, n₁) ≥ 1/α. From nothing it is 3 + 3 at α = 0.05. Source: docs/papers.md#two-sample-permutation.
 */
export function runsMissing(having: number, without: number, alpha: number): RunsMissing {
  const reaches = (a: number, b: number): boolean => a > 0 && b > 0 && arrangements(a, b) >= 1 / alpha - 1e-9;
  for (let total = 0; ; total += 1) {
    let best: RunsMissing | null = null;
    for (let more = 0; more <= total; more += 1) {
      const option = { having: more, without: total - more };
      if (!reaches(having + option.having, without + option.without)) continue;
      if (best === null || unevenness(option) < unevenness(best)) best = option;
    }
    if (best !== null) return best;
  }
}

function unevenness({ having, without }: RunsMissing): number {
  return Math.abs(having - without);
}
