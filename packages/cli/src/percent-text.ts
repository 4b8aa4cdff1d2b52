/** A difference as a reader of the paper's tables expects it: `↑1.50 [0.20, 2.80]`; "–" when there is none. */
export function deltaText(mean: number | null, lower: number | null = null, upper: number | null = null): string {
  if (mean === null) return "–";
  const rounded = Number(mean.toFixed(2));
  const arrow = rounded > 0 ? "↑" : rounded < 0 ? "↓" : "=";
  const interval = lower === null || upper === null ? "" : ` [${lower.toFixed(2)}, ${upper.toFixed(2)}]`;
  return `${arrow}${Math.abs(rounded).toFixed(2)}${interval}`;
}

/** A number with two decimals, "–" for null. */
export function numberText(value: number | null, digits = 2): string {
  return value === null ? "–" : value.toFixed(digits);
}
