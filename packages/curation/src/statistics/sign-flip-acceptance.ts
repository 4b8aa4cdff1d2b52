import type { Random } from "@memop/core";
import type { MetricValues } from "@memop/metrics";
import { metricNames } from "@memop/metrics";
import { addTask, clearSums, type DeltaMatrix, type MetricSums, meansOfSums, newSums } from "./delta-matrix.ts";
import { signTable } from "./permutation/sign-table.ts";

/**
 * How often a rule accepts when the memory does nothing, estimated from the user's own task deltas.
 *
 * Without an effect "with" and "without" are exchangeable within a task, so all deltas of a task may change sign together.
 * Of all 2ⁿ sign patterns (n ≤ 10 tasks), or of `draws` seeded ones (default 500),
 * the share whose mean deltas `accepts`. In [0, 1]; null
 * without tasks. Source: docs/papers.md#sign-flip.
 */
export function signFlipAcceptance(
  matrix: DeltaMatrix,
  accepts: (deltas: MetricValues) => boolean,
  { random, draws = 500 }: { readonly random: Random; readonly draws?: number },
): number | null {
  if (matrix.tasks === 0) return null;
  const isExact = matrix.tasks <= 10;
  const patterns = isExact ? 2 ** matrix.tasks : draws;
  const sums = newSums();
  for (let row = 0; row < matrix.tasks; row += 1) addTask(sums, matrix, row);
  const table = isExact ? null : signTable(matrix.values, metricNames.length);
  let accepted = 0;
  for (let pattern = 0; pattern < patterns; pattern += 1) {
    // Turned signs change the sums, never the counts.
    if (table !== null) table.draw(random, sums.sums);
    else addSigned(sums, matrix, pattern);
    if (accepts(meansOfSums(sums))) accepted += 1;
  }
  return accepted / patterns;
}

function addSigned(sums: MetricSums, matrix: DeltaMatrix, pattern: number): void {
  clearSums(sums);
  for (let row = 0; row < matrix.tasks; row += 1) addTask(sums, matrix, row, (pattern >> row) & 1 ? -1 : 1);
}
