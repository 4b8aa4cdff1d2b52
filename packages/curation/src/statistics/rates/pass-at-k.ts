/**
 * pass@k without bias from `runs` runs of one task of which `passed` passed: the chance that k runs drawn without
 * replacement hold at least one that passed, 1 − C(n − c, k)/C(n, k). In [0, 1]; null when k > n.
 *
 * Source: docs/papers.md#pass-at-k.
 */
export function passAtK(runs: number, passed: number, k: number): number | null {
  if (k > runs) return null;
  let allFail = 1;
  for (let at = 0; at < k; at += 1) allFail *= Math.max(0, runs - passed - at) / (runs - at);
  return 1 - allFail;
}
