/**
 * Share of the turn budget that was left when the task was resolved, in percent.
 *
 * E_resolve = 100 · (T − N) / T if resolved, else 0; `turns` is N, the turns taken, at most T here. Null when the outcome or
 * the budget `T` (in turns) is unknown. Source: docs/papers.md#resolve-efficiency.
 */
export function resolveEfficiency(resolved: boolean | null, turns: number, budget: number | null): number | null {
  if (resolved === null || budget === null) return null;
  return resolved ? (100 * (budget - Math.min(turns, budget))) / budget : 0;
}
