import type { Random } from "@memop/core";
import { signTable } from "./sign-table.ts";

/** Up to here all 2ⁿ sign patterns are listed. */
const mostExact = 10;

/** Sums closer than this are the same. */
const tie = 1e-9;

/** The sums of some differences under sign patterns. */
export interface SignFlipDistribution {
  /** One-sided p-value of a sum: the share of patterns that reach it, the pattern itself counted. In (0, 1]. */
  pValue(sum: number): number;
}

/**
 * The permutation distribution of a sum of differences: all patterns for n ≤ 10, else `draws` seeded ones. It is the same for
 * every labelling of the data, so one of them serves all shuffles. Source: docs/papers.md#sign-flip.
 */
export function signFlipDistribution(
  differences: readonly number[],
  { random, draws }: { readonly random: Random; readonly draws: number },
): SignFlipDistribution {
  const isExact = differences.length <= mostExact;
  const sums = isExact ? allSums(differences) : drawnSums(differences, random, draws);
  sums.sort();
  return {
    pValue(sum) {
      const reached = sums.length - firstAtLeast(sums, sum - tie);
      return isExact ? reached / sums.length : (reached + 1) / (sums.length + 1);
    },
  };
}

function allSums(differences: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** differences.length);
  for (let pattern = 0; pattern < sums.length; pattern += 1) {
    for (const [row, value] of differences.entries()) {
      (sums[pattern] as number) += (pattern >> row) & 1 ? -value : value;
    }
  }
  return sums;
}

function drawnSums(differences: readonly number[], random: Random, draws: number): Float64Array {
  const table = signTable(Float64Array.from(differences), 1);
  const sums = new Float64Array(draws);
  const sum = new Float64Array(1);
  for (let draw = 0; draw < draws; draw += 1) {
    table.draw(random, sum);
    sums[draw] = sum[0] as number;
  }
  return sums;
}

/** Index of the first of ascending numbers that is at least `bound`. */
function firstAtLeast(sorted: Float64Array, bound: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
