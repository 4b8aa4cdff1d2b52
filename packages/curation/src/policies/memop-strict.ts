import { type MetricName, type MetricValues, metricNames } from "@memop/metrics";
import { zeroTolerance } from "../deltas.ts";
import { toDeltaMatrix } from "../statistics/delta-matrix.ts";
import { signFlipAcceptance } from "../statistics/sign-flip-acceptance.ts";
import { inPoints } from "./in-points.ts";
import type { Policy, PolicyDecision, PolicyEvidence, PolicySettings } from "./policy.ts";
import { undefinedVerdict } from "./undefined-verdict.ts";

/**
 * The rule of MemOp: accept iff no delta is negative and at least one is positive, else reject.
 *
 * ∀i Δ_i ≥ 0 ∧ ∃i Δ_i > 0 over the defined deltas; |Δ| < 1e-9 counts as 0. All zero is a rejection with reason `redundant`.
 * Without any defined delta the verdict is `undecided` (`no-pairs`). Source: docs/papers.md#memop-acceptance.
 */
export const memopStrict = {
  name: "memop-strict",
  title: "no metric may fall and one must rise, on the mean deltas",
  decide({ deltas }: Pick<PolicyEvidence, "deltas">, settings: Pick<PolicySettings, "nullMetrics">): PolicyDecision {
    const missing = undefinedVerdict(deltas, settings);
    if (missing !== null) return missing;
    const deltaOf = (metric: MetricName): number => deltas[metric] ?? 0;
    const harmed = metricNames.filter((metric) => deltaOf(metric) <= -zeroTolerance);
    if (harmed.length > 0) {
      return { verdict: "reject", reasons: harmed.map((metric) => `harm:${metric}:${inPoints(deltaOf(metric))}`) };
    }
    const improved = metricNames.some((metric) => deltaOf(metric) >= zeroTolerance);
    return improved ? { verdict: "accept", reasons: [] } : { verdict: "reject", reasons: ["redundant"] };
  },
  falseAcceptRate(tasks, settings, random) {
    const accepts = (deltas: MetricValues): boolean => memopStrict.decide({ deltas }, settings).verdict === "accept";
    return signFlipAcceptance(toDeltaMatrix(tasks), accepts, { random });
  },
} satisfies Policy;
