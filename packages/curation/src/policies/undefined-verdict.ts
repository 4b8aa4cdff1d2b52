import { type MetricValues, metricNames } from "@memop/metrics";
import type { PolicyDecision, PolicySettings } from "./policy.ts";

/**
 * The verdict `undecided` where metrics are missing, else null: `no-pairs` without any delta, `undefined:<metric>` for each
 * missing one under `require-all`.
 */
export function undefinedVerdict(
  deltas: MetricValues,
  { nullMetrics }: Pick<PolicySettings, "nullMetrics">,
): PolicyDecision | null {
  const missing = metricNames.filter((metric) => deltas[metric] === null);
  if (missing.length === metricNames.length) return { verdict: "undecided", reasons: ["no-pairs"] };
  if (nullMetrics === "available" || missing.length === 0) return null;
  return { verdict: "undecided", reasons: missing.map((metric) => `undefined:${metric}`) };
}
