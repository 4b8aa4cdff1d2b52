/** The fewest tasks whose sign-flip test can reach `alpha`: 2⁻ⁿ ≤ α, five at 0.05. */
export function leastTasks(alpha: number): number {
  return Math.ceil(-Math.log2(alpha) - 1e-9);
}
