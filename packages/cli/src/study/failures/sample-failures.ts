import { createRandom } from "@memop/core";
import { groupBy } from "../group-by.ts";
import type { Failure } from "./read-failures.ts";

/**
 * A seeded sample of failures, stratified by arm (with or without memory) and repository: each stratum gets its share of `size`,
 * rounded by largest remainders, and every stratum at least one while there is room. In the order of the list.
 */
export function sampleFailures<Each extends Pick<Failure, "condition" | "repo">>(
  failures: readonly Each[],
  size: number,
  seed: number,
): readonly Each[] {
  if (size >= failures.length) return failures;
  const strata = [
    ...groupBy(failures, ({ condition, repo }) => `${condition === "none" ? "without" : "with"} ${repo}`),
  ];
  const shares = allot(
    strata.map(([, members]) => members.length),
    size,
  );
  const chosen = new Set(
    strata.flatMap(([name, members], at) =>
      createRandom(`${seed}:failures:${name}`).shuffle(members).slice(0, shares[at]),
    ),
  );
  return failures.filter((each) => chosen.has(each));
}

/** Shares of `size` in proportion to the counts, summing to `size`, none above its count. `size` is below the sum of the counts. */
function allot(counts: readonly number[], size: number): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const exact = counts.map((count) => (size * count) / total);
  const shares = exact.map(Math.floor);
  const byRemainder = exact
    .map((value, at) => ({ at, remainder: value - Math.floor(value), isEmpty: Math.floor(value) === 0 }))
    .sort((a, b) => Number(b.isEmpty) - Number(a.isEmpty) || b.remainder - a.remainder || a.at - b.at);
  let left = size - shares.reduce((sum, share) => sum + share, 0);
  for (const { at } of byRemainder) {
    if (left === 0) break;
    shares[at] = (shares[at] as number) + 1;
    left -= 1;
  }
  return shares;
}
