import type { Reach } from "./localization-accuracy.ts";

/**
 * Share of the turn budget that was left when the gold items were located, in percent.
 *
 * LE⁽¹⁾ (`first`) = 100 · (T − min t) / T, LE⁽⁻¹⁾ (`all`) = 100 · (T − max t) / T, where an item never located (null) and a
 * turn beyond the budget count as t = T. Null when there is no gold item, or no budget `T` (in turns).
 * Source: docs/papers.md#localization-efficiency.
 */
export function localizationEfficiency(
  turns: readonly (number | null)[],
  budget: number | null,
  reach: Reach,
): number | null {
  if (turns.length === 0 || budget === null) return null;
  const spent = turns.map((turn) => Math.min(turn ?? budget, budget));
  const turn = reach === "first" ? Math.min(...spent) : Math.max(...spent);
  return (100 * (budget - turn)) / budget;
}
