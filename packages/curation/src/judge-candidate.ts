import { createRandom } from "@memop/core";
import { type MetricValues, mapMetrics } from "@memop/metrics";
import type { ResolvedCurateOptions } from "./curate-options.ts";
import { composite, type Deltas } from "./deltas.ts";
import type { PairedCandidate } from "./pairing/pair-arms.ts";
import type { Policy, PolicyDecision } from "./policies/policy.ts";
import { bootstrapDeltas } from "./statistics/bootstrap-deltas.ts";
import { definedCounts, meanDeltas, toDeltaMatrix } from "./statistics/delta-matrix.ts";
import { signFlipAcceptance } from "./statistics/sign-flip-acceptance.ts";
import { signFlipPValue } from "./statistics/sign-flip-p-value.ts";

/** A verdict on one candidate with what it rests on. Rewards are in percent points. */
export interface Judgement extends PolicyDecision {
  readonly deltas: Deltas;
  readonly reward: number | null;
  readonly nMetrics: number;
  readonly rewardSe: number | null;
  /** One-sided 95 % lower bound. */
  readonly rewardLower: number | null;
  /** One-sided p-value of the mean of the metrics over tasks; null with fewer than two tasks. */
  readonly pValue: number | null;
  readonly falseAcceptRate: number | null;
}

/** Reward of a redundant memory under `redundant: "penalty"`, in percent points. */
export const redundancyPenalty = -1;

/** One-sided 95 % quantile of the normal distribution. */
const z95 = 1.6448536269514722;

/**
 * Judges one candidate by a policy. Resampling is seeded by the seed and the candidate's id, so no candidate depends on
 * another. A candidate with one task has no interval; its standard error comes from `runVariance`, the variance between
 * repeated rollouts, as √(s²·(1/n_with + 1/n_without)). Source: docs/papers.md#memop-reward, docs/papers.md#pooled-variance.
 */
export function judgeCandidate(
  { candidateId, tasks }: Pick<PairedCandidate, "candidateId" | "tasks">,
  policy: Policy,
  { nullMetrics, redundant, seed }: Pick<ResolvedCurateOptions, "nullMetrics" | "redundant" | "seed">,
  runVariance: number | null,
): Judgement {
  const matrix = toDeltaMatrix(tasks);
  const means = meanDeltas(matrix);
  const decide = (deltas: MetricValues): PolicyDecision => policy.decide({ deltas, tasks }, { nullMetrics });
  const decision = decide(means);
  const { reward, nMetrics } = composite(means);
  const spread = bootstrapDeltas(tasks, { random: createRandom(`${seed}:bootstrap:${candidateId}`) });
  const counts = definedCounts(matrix);
  const isPenalized = redundant === "penalty" && decision.reasons.includes("redundant");
  const rewardSe = spread.rewardSe ?? singleTaskError(tasks, runVariance);
  const bound = reward === null || rewardSe === null ? null : reward - z95 * rewardSe;
  return {
    ...decision,
    deltas: mapMetrics((metric) => ({
      mean: means[metric],
      lower: spread.intervals[metric]?.lower ?? null,
      upper: spread.intervals[metric]?.upper ?? null,
      n: counts[metric],
    })),
    reward: isPenalized ? redundancyPenalty : reward,
    nMetrics,
    rewardSe: reward === null ? null : rewardSe,
    rewardLower: reward === null ? null : (spread.rewardLower ?? bound),
    pValue: signFlipPValue(compositesOf(tasks), { random: createRandom(`${seed}:permutation:${candidateId}`) }),
    falseAcceptRate: signFlipAcceptance(matrix, (deltas) => decide(deltas).verdict === "accept", {
      random: createRandom(`${seed}:sign-flip:${candidateId}`),
    }),
  };
}

function compositesOf(tasks: PairedCandidate["tasks"]): number[] {
  return tasks.map(({ values }) => composite(values).reward).filter((reward) => reward !== null);
}

function singleTaskError(tasks: PairedCandidate["tasks"], runVariance: number | null): number | null {
  const [task] = tasks;
  if (task === undefined || tasks.length > 1 || runVariance === null) return null;
  return Math.sqrt(runVariance * (1 / task.nWith + 1 / task.nWithout));
}
