/** Which gold items a localization metric looks at: the first one located, or all of them. */
export type Reach = "first" | "all";

/**
 * Share of the gold items that the agent located, in percent.
 *
 * LA⁽¹⁾ (`first`) = 100 if any item was located, else 0. LA⁽⁻¹⁾ (`all`) = 100 · located / |X|.
 * `turns` holds one entry per gold item: its first-located turn, null when never located. Null when there is no gold item:
 * undefined, not 0. Source: docs/papers.md#localization-accuracy.
 */
export function localizationAccuracy(turns: readonly (number | null)[], reach: Reach): number | null {
  if (turns.length === 0) return null;
  const located = turns.filter((turn) => turn !== null).length;
  if (reach === "first") return located > 0 ? 100 : 0;
  return (100 * located) / turns.length;
}
