import { createRandom } from "@memop/core";
import { mapMetrics } from "@memop/metrics";
import { composite, type Deltas } from "./deltas.ts";
import { measureRuns } from "./measure-runs.ts";
import { measureTasks } from "./measure-tasks.ts";
import type { Measurement } from "./measurement.ts";
import type { PairedCandidate } from "./pairing/pair-arms.ts";
import type { Policy, PolicyDecision, PolicySettings } from "./policies/policy.ts";
import { bettingEProcess } from "./statistics/sequential/betting-e-process.ts";
import { compareSuccess, type SuccessComparison } from "./success-comparison.ts";

/** A verdict on one candidate with what it rests on. Rewards are in percent points. */
export interface Judgement extends PolicyDecision {
  readonly deltas: Deltas;
  readonly reward: number | null;
  readonly nMetrics: number;
  readonly rewardSe: number | null;
  /** One-sided lower bound at the level of the tests, 95 % by default. */
  readonly rewardLower: number | null;
  /** One-sided p-value of the reward, over tasks or over the runs of one task; null where nothing can be tested. */
  readonly pValue: number | null;
  /** Evidence against "the reward is at most 0" by betting on the pairs in turn; null without pairs. */
  readonly eValue: number | null;
  readonly falseAcceptRate: number | null;
  /** Success rates of both arms; null when no task knows both. */
  readonly success: SuccessComparison | null;
}

/** What a judgement needs beside the policy. */
export interface JudgeOptions {
  readonly settings: PolicySettings;
  readonly redundant: "zero" | "penalty";
  readonly seed: number;
  /** Variance between repeated runs of the mean of the ten metrics, in squared percent points; null without repeats. */
  readonly runVariance: number | null;
}

/** Reward of a redundant memory under `redundant: "penalty"`, in percent points. */
export const redundancyPenalty = -1;

/** One-sided 95 % quantile of the normal distribution. */
const z95 = 1.6448536269514722;

/**
 * Judges one candidate by a policy. Resampling is seeded by the seed and the candidate's id, so no candidate depends on
 * another. A candidate with one task has its standard error from `runVariance`, as √(s²·(1/n_with + 1/n_without)).
 *
 * Source: docs/papers.md#memop-reward, docs/papers.md#pooled-variance.
 */
export function judgeCandidate(
  { candidateId, tasks }: Pick<PairedCandidate, "candidateId" | "tasks">,
  policy: Policy,
  { settings, redundant, seed, runVariance }: JudgeOptions,
): Judgement {
  const { alpha, draws } = settings;
  const measured = measure(tasks, { seed, name: candidateId, alpha, draws }, runVariance);
  const decision = policy.decide(measured, settings);
  const { reward, nMetrics } = composite(measured.deltas);
  const isPenalized = redundant === "penalty" && decision.reasons.includes("redundant");
  const rewardSe = measured.rewardSpread?.se ?? singleTaskError(tasks, runVariance);
  const bound = reward === null || rewardSe === null ? null : reward - z95 * rewardSe;
  const outcomes = measured.sequence.map((points) => points / 100);
  return {
    ...decision,
    deltas: mapMetrics((metric) => ({
      mean: measured.deltas[metric],
      lower: measured.intervals[metric]?.lower ?? null,
      upper: measured.intervals[metric]?.upper ?? null,
      n: measured.deltas[metric] === null ? 0 : tasks.filter(({ values }) => values[metric] !== null).length,
    })),
    reward: isPenalized ? redundancyPenalty : reward,
    nMetrics,
    rewardSe: reward === null ? null : rewardSe,
    rewardLower: reward === null ? null : (measured.rewardSpread?.lowerBound ?? bound),
    pValue: measured.composite?.pValue ?? null,
    eValue:
      outcomes.length === 0
        ? null
        : bettingEProcess(outcomes, { smallestEffect: settings.smallestEffect / 100, alpha }).eValue,
    falseAcceptRate: policy.falseAcceptRate(tasks, settings, createRandom(`${seed}:sign-flip:${candidateId}`)),
    success: compareSuccess(tasks.map(({ success }) => success)),
  };
}

function measure(
  tasks: PairedCandidate["tasks"],
  options: Parameters<typeof measureTasks>[1],
  runVariance: number | null,
): Measurement {
  const runs = tasks.length === 1 ? (tasks[0]?.runs ?? null) : null;
  return runs === null ? measureTasks(tasks, options) : measureRuns(runs, options, runVariance);
}

function singleTaskError(tasks: PairedCandidate["tasks"], runVariance: number | null): number | null {
  const [task] = tasks;
  if (task === undefined || tasks.length > 1 || runVariance === null) return null;
  return Math.sqrt(runVariance * (1 / task.nWith + 1 / task.nWithout));
}
