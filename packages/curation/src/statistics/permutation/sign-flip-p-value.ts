import type { Random } from "@memop/core";
import { signTable } from "./sign-table.ts";

/** Up to here all 2ⁿ sign patterns are gone through. */
const mostExact = 20;

/** Sums closer than this, in percent points, are the same. */
const tie = 1e-9;

/**
 * One-sided p-value of "the mean is not above 0" by the sign-flip permutation test: the share of sign patterns whose sum is
 * at least the observed one.
 *
 * Exact for n ≤ 20 differences, else by `draws` (10,000) seeded patterns, the observed one counted among them. In (0, 1]; null with
 * fewer than two differences, which can never be evidence. Source: docs/papers.md#sign-flip.
 */
export function signFlipPValue(
  differences: readonly number[],
  { random, draws = 10_000 }: { readonly random: Random; readonly draws?: number },
): number | null {
  if (differences.length < 2) return null;
  const observed = differences.reduce((sum, value) => sum + value, 0);
  return differences.length <= mostExact
    ? exactShare(differences, observed)
    : drawnShare(differences, observed, random, draws);
}

/** Goes through all patterns in Gray-code order, where neighbours differ in one sign. */
function exactShare(differences: readonly number[], observed: number): number {
  const patterns = 2 ** differences.length;
  const signs = differences.map(() => 1);
  let sum = observed;
  let reached = 1;
  for (let pattern = 1; pattern < patterns; pattern += 1) {
    const flipped = 31 - Math.clz32(pattern & -pattern);
    signs[flipped] = -(signs[flipped] as number);
    sum += 2 * (signs[flipped] as number) * (differences[flipped] as number);
    if (sum >= observed - tie) reached += 1;
  }
  return reached / patterns;
}

function drawnShare(differences: readonly number[], observed: number, random: Random, draws: number): number {
  const table = signTable(Float64Array.from(differences), 1);
  const sum = new Float64Array(1);
  let reached = 1;
  for (let draw = 0; draw < draws; draw += 1) {
    table.draw(random, sum);
    if ((sum[0] as number) >= observed - tie) reached += 1;
  }
  return reached / (draws + 1);
}
