import { type MetricName, metricNames } from "@memop/metrics";
import { zeroTolerance } from "../deltas.ts";
import type { Policy } from "./policy.ts";

/**
 * The rule of MemOp: accept iff no delta is negative and at least one is positive, else reject.
 *
 * ∀i Δ_i ≥ 0 ∧ ∃i Δ_i > 0 over the defined deltas; |Δ| < 1e-9 counts as 0. All zero is a rejection with reason `redundant`.
 * Without any defined delta the verdict is `undecided` (`no-pairs`). Source: docs/papers.md#memop-acceptance.
 */
export const memopStrict: Policy = {
  name: "memop-strict",
  title: "no metric may fall and one must rise, on the mean deltas",
  decide({ deltas }, { nullMetrics }) {
    const defined = metricNames.filter((metric) => deltas[metric] !== null);
    if (defined.length === 0) return { verdict: "undecided", reasons: ["no-pairs"] };
    if (nullMetrics === "require-all" && defined.length < metricNames.length) {
      const missing = metricNames.filter((metric) => deltas[metric] === null);
      return { verdict: "undecided", reasons: missing.map((metric) => `undefined:${metric}`) };
    }
    const deltaOf = (metric: MetricName): number => deltas[metric] ?? 0;
    const harmed = defined.filter((metric) => deltaOf(metric) <= -zeroTolerance);
    if (harmed.length > 0) {
      return { verdict: "reject", reasons: harmed.map((metric) => `harm:${metric}:${inPoints(deltaOf(metric))}`) };
    }
    const improved = defined.some((metric) => deltaOf(metric) >= zeroTolerance);
    return improved ? { verdict: "accept", reasons: [] } : { verdict: "reject", reasons: ["redundant"] };
  },
};

/** At most four decimals, without trailing zeros; smaller ones in exponent form. */
function inPoints(value: number): string {
  const rounded = Number(value.toFixed(4));
  return rounded === 0 ? value.toExponential(1) : String(rounded);
}
