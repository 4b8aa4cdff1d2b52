import type { Database, Row } from "@memop/core";
import { type MetricName, mapMetrics } from "@memop/metrics";
import type { CurateOptions, ResolvedCurateOptions } from "./curate-options.ts";
import { type Judgement, judgeCandidate } from "./judge-candidate.ts";
import { marginsFrom, measureNoiseFloor, type NoiseFloor } from "./noise-floor.ts";
import { type PairedArms, type PairedCandidate, pairArms } from "./pairing/pair-arms.ts";
import type { PolicySettings } from "./policies/policy.ts";
import { policyNamed } from "./policies/registry.ts";
import { benjaminiHochberg } from "./statistics/multiplicity/benjamini-hochberg.ts";
import { eBenjaminiHochberg } from "./statistics/multiplicity/e-benjamini-hochberg.ts";
import { rewardVariance, shrinkReward } from "./statistics/shrink-rewards.ts";

/** Rows of the `decisions` table, with what was not used and what the set as a whole says. */
export interface Decisions {
  readonly rows: readonly Row[];
  readonly unused: readonly { readonly trajectoryId: string; readonly reason: string }[];
  readonly noiseFloor: NoiseFloor | null;
  readonly margins: Readonly<Record<MetricName, number>> | null;
}

interface Judged {
  readonly candidate: Omit<PairedCandidate, "tasks">;
  readonly taskIds: readonly string[];
  readonly rollouts: readonly string[];
  readonly judgement: Judgement;
}

/**
 * Judges every memory or condition. What needs all candidates comes last: the shrunken reward, and the values adjusted for
 * their number. Source: docs/papers.md#empirical-bayes, docs/papers.md#benjamini-hochberg, docs/papers.md#e-bh.
 */
export async function decideCandidates(
  database: Database,
  options: ResolvedCurateOptions,
  by: "memory" | "condition",
  onProgress: CurateOptions["onProgress"],
  only: readonly string[] | null = null,
): Promise<Decisions> {
  const policy = policyNamed(options.policy);
  const arms = await pairArms(database, by, options.baseline, only);
  const { settings, noiseFloor } = settingsOf(options, arms);
  const { redundant, seed } = options;
  const judged: Judged[] = [];
  for await (const { tasks, ...candidate } of arms.candidates()) {
    const judgement = judgeCandidate({ ...candidate, tasks }, policy, {
      settings,
      redundant,
      seed,
      runVariance: arms.runVariance,
    });
    const rollouts = [...new Set(tasks.flatMap((task) => task.rollouts))];
    judged.push({ candidate, taskIds: tasks.slice(0, 2).map(({ taskId }) => taskId), rollouts, judgement });
    onProgress?.(judged.length, arms.total);
  }
  const shrunken = shrink(judged);
  const adjusted = adjust(
    judged.map(({ judgement }) => judgement.pValue),
    benjaminiHochberg,
  );
  const eAdjusted = adjust(
    judged.map(({ judgement }) => judgement.eValue),
    eBenjaminiHochberg,
  );
  const rows = judged.map((each, at) => ({
    ...toRow(each, by, options.policy),
    reward_shrunken: shrunken[at],
    q_value: adjusted[at],
    e_q_value: eAdjusted[at],
  }));
  const unused: Decisions["unused"][number][] = [];
  for await (const card of arms.unused()) unused.push(card);
  await arms.release();
  return { rows, unused, noiseFloor, margins: settings.margins };
}

function settingsOf(
  { nullMetrics, alpha, power, smallestEffect, margin, draws, seed }: ResolvedCurateOptions,
  { repeats }: PairedArms,
): { readonly settings: PolicySettings; readonly noiseFloor: NoiseFloor | null } {
  const common = { nullMetrics, alpha, power, smallestEffect, draws };
  const stated = margin === null ? null : mapMetrics(() => margin);
  // The rates in the noise floor need margins, and the margins come from its sizes: they are measured in that order.
  const noiseFloor = measureNoiseFloor(
    repeats,
    (sizes) => ({ ...common, margins: stated ?? marginsFrom(sizes) }),
    seed,
  );
  return { settings: { ...common, margins: stated ?? marginsFrom(noiseFloor) }, noiseFloor };
}

function shrink(judged: readonly Judged[]): (number | null)[] {
  const measured = judged.flatMap(({ judgement: { reward, rewardSe: se } }) =>
    reward === null || se === null ? [] : [{ reward, se }],
  );
  const variance = rewardVariance(measured);
  return judged.map(({ judgement: { reward, rewardSe: se } }) =>
    variance === null || reward === null || se === null ? null : shrinkReward({ reward, se }, variance),
  );
}

/** Adjusts the values that exist; null stays null and does not count. */
function adjust(
  values: readonly (number | null)[],
  method: (values: readonly number[]) => number[],
): (number | null)[] {
  const adjusted = method(values.filter((value) => value !== null));
  let next = 0;
  return values.map((value) => {
    if (value === null) return null;
    next += 1;
    return adjusted[next - 1] as number;
  });
}

function toRow({ candidate, taskIds, rollouts, judgement }: Judged, by: "memory" | "condition", policy: string): Row {
  return {
    candidate_id: candidate.candidateId,
    candidate_kind: by,
    task_id: taskIds.length === 1 ? taskIds[0] : null,
    condition: candidate.condition,
    memory_id: by === "memory" ? candidate.candidateId : null,
    policy,
    verdict: judgement.verdict,
    reward: judgement.reward,
    reward_se: judgement.rewardSe,
    reward_lower: judgement.rewardLower,
    n_metrics: judgement.nMetrics,
    pairs_used: candidate.pairsUsed,
    pairs_possible: candidate.pairsPossible,
    reasons: [...judgement.reasons, ...candidate.excluded.map((reason) => `excluded:${reason}`)],
    deltas: judgement.deltas,
    success: judgement.success,
    rollouts,
    p_value: judgement.pValue,
    e_value: judgement.eValue,
    more_pairs_needed: judgement.morePairsNeeded ?? null,
    false_accept_rate: judgement.falseAcceptRate,
    hygiene_reasons: [],
  };
}
