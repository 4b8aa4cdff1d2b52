import { metricNames } from "@memop/metrics";
import { zeroTolerance } from "../deltas.ts";
import { leastTasks } from "../statistics/permutation/least-tasks.ts";
import { runsMissing } from "../statistics/permutation/runs-missing.ts";
import { confidentFalseAcceptRate } from "./confident-false-accept-rate.ts";
import { inPoints } from "./in-points.ts";
import { furtherPairsNeeded } from "./pairs-needed.ts";
import type { Policy, PolicyDecision, PolicyEvidence, PolicySettings } from "./policy.ts";
import { undefinedVerdict } from "./undefined-verdict.ts";

/**
 * Accepts what is proven at level α, rejects what is refuted, and says `undecided` with the number of further pairs else.
 *
 * - accept: the reward is significantly above 0 by the permutation test over tasks, its lower bound over repositories is above 0
 *   too, and every metric's lower bound exceeds minus its margin: an intersection-union test, so nothing is corrected for the
 *   number of metrics;
 * - reject: harm (upper bound of the reward below 0, or of a metric below minus its margin) or futility (upper bound of the
 *   reward below the smallest effect of interest);
 * - all bounds are one-sided at α. Source: docs/papers.md#non-inferiority.
 */
export const confident: Policy = {
  name: "confident",
  title: "the reward is significantly above 0 and no metric is inferior by its margin",
  decide(evidence, settings) {
    return (
      undefinedVerdict(evidence.deltas, settings) ??
      tooFew(evidence, settings) ??
      harmed(evidence, settings) ??
      proven(evidence, settings) ??
      futile(evidence, settings) ??
      open(evidence, settings)
    );
  },
  falseAcceptRate(tasks, settings, random) {
    return confidentFalseAcceptRate(tasks, settings, random, (evidence) => confident.decide(evidence, settings));
  },
};

function tooFew(evidence: PolicyEvidence, settings: PolicySettings): PolicyDecision | null {
  const { unit, counts } = evidence;
  if (unit === "run") {
    const missing = runsMissing(counts.having, counts.without, settings.alpha);
    const more = Math.max(missing.having, missing.without);
    if (more === 0) return null;
    const reasons = [`runs-missing:with:${missing.having}`, `runs-missing:without:${missing.without}`];
    return { verdict: "undecided", reasons: reasons.filter((reason) => !reason.endsWith(":0")), morePairsNeeded: more };
  }
  const least = leastTasks(settings.alpha);
  if (counts.tasks >= least) return null;
  return {
    verdict: "undecided",
    reasons: [`too-few-pairs:${counts.tasks}:${least}`],
    morePairsNeeded: Math.max(least - counts.tasks, furtherPairsNeeded(evidence, settings) ?? 0),
  };
}

function harmed({ composite, metrics, deltas }: PolicyEvidence, { margins }: PolicySettings): PolicyDecision | null {
  const reasons = metricNames
    .filter((metric) => (metrics[metric]?.upper ?? 0) < -margins[metric])
    .map((metric) => `harm:${metric}:${inPoints(deltas[metric] ?? 0)}`);
  if (composite !== null && composite.upper < -zeroTolerance) {
    reasons.unshift(`harm:composite:${inPoints(composite.mean)}`);
  }
  return reasons.length === 0 ? null : { verdict: "reject", reasons };
}

function proven(evidence: PolicyEvidence, settings: PolicySettings): PolicyDecision | null {
  if (notShown(evidence, settings).length > 0) return null;
  return inferior(evidence, settings).length === 0 ? { verdict: "accept", reasons: [] } : null;
}

/** Why the reward is not shown to be above 0; empty when it is. */
function notShown({ composite }: PolicyEvidence, { alpha }: PolicySettings): string[] {
  if (composite === null) return ["not-significant:composite:unknown"];
  if (composite.pValue > alpha) return [`not-significant:composite:${inPoints(composite.pValue)}`];
  return composite.lower > 0 ? [] : [`lower-bound:composite:${inPoints(composite.lower)}`];
}

/** Metrics of which "not inferior" is not shown, with their lower bounds. */
function inferior({ deltas, metrics }: PolicyEvidence, { margins }: PolicySettings): string[] {
  return metricNames
    .filter((metric) => deltas[metric] !== null)
    .filter((metric) => !((metrics[metric]?.lower ?? Number.NEGATIVE_INFINITY) > -margins[metric]))
    .map((metric) => `not-non-inferior:${metric}:${boundText(metrics[metric]?.lower)}`);
}

function futile({ composite, deltas }: PolicyEvidence, { smallestEffect }: PolicySettings): PolicyDecision | null {
  if (composite === null || composite.upper >= smallestEffect) return null;
  const isRedundant = metricNames.every((metric) => (deltas[metric] ?? 0) === 0);
  const reason = `futility:composite:${inPoints(composite.upper)}`;
  return { verdict: "reject", reasons: isRedundant ? ["redundant", reason] : [reason] };
}

function open(evidence: PolicyEvidence, settings: PolicySettings): PolicyDecision {
  const more = furtherPairsNeeded(evidence, settings);
  return {
    verdict: "undecided",
    reasons: [...notShown(evidence, settings), ...inferior(evidence, settings)],
    ...(more === null ? {} : { morePairsNeeded: more }),
  };
}

function boundText(value: number | undefined): string {
  return value === undefined ? "unknown" : inPoints(value);
}
