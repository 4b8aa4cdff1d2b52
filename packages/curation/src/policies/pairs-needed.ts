import { metricNames } from "@memop/metrics";
import { pairsForPower } from "../statistics/power/mean-test-power.ts";
import type { PolicyEvidence, PolicySettings } from "./policy.ts";

/** Most pairs that are ever asked for. */
const mostPairs = 1_000_000;

/**
 * Further pairs with which the test of the reward would find the smallest effect of interest, and each metric that does not
 * fall would be shown not to be inferior, each with the stated power. At least 1; null when no spread is known.
 *
 * Source: docs/papers.md#power.
 */
export function furtherPairsNeeded(
  { composite, metrics, counts, unit }: PolicyEvidence,
  { alpha, power, smallestEffect, margins }: PolicySettings,
): number | null {
  const used = unit === "task" ? counts.tasks : Math.min(counts.having, counts.without);
  const needed = metricNames.flatMap((metric) => {
    const tested = metrics[metric];
    if (tested === null || tested.deviation === null || tested.lower > -margins[metric]) return [];
    return [pairsForPower({ effect: margins[metric], deviation: tested.deviation, alpha }, power)];
  });
  if (composite !== null && composite.deviation !== null) {
    needed.push(pairsForPower({ effect: smallestEffect, deviation: composite.deviation, alpha }, power));
  }
  if (needed.length === 0) return null;
  return Math.min(mostPairs, Math.max(1, Math.max(...needed) - used));
}
