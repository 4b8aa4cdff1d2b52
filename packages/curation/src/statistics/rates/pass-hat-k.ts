/**
 * pass^k without bias from `runs` runs of one task of which `passed` passed: the chance that k runs drawn without replacement
 * all passed, C(c, k)/C(n, k). In [0, 1]; null when k > n. Source: docs/papers.md#pass-hat-k.
 */
export function passHatK(runs: number, passed: number, k: number): number | null {
  if (k > runs) return null;
  let allPass = 1;
  for (let at = 0; at < k; at += 1) allPass *= Math.max(0, passed - at) / (runs - at);
  return allPass;
}
