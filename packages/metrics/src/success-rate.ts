/** SR = 100 if the rollout resolved its task, else 0 (percent). Null when the outcome is unknown. Source: docs/papers.md#success-rate. */
export function successRate(resolved: boolean | null): number | null {
  if (resolved === null) return null;
  return resolved ? 100 : 0;
}
