import type { Row } from "@memop/core";
import type { CombinedArm } from "./combined-arms.ts";

/**
 * What the rollouts with several memories say: a row `together` for each combined arm with its verdict as a whole, and a row
 * `jointly-harmful` where every one of the memories was accepted alone and all of them together are rejected for harm.
 *
 * `reward_alone` is the largest r among the members. `together` are decisions on conditions, `alone` decisions on memories.
 */
export function checkTogether(arms: readonly CombinedArm[], together: readonly Row[], alone: readonly Row[]): Row[] {
  const decisionOf = new Map(together.map((row) => [row.condition as string, row]));
  const memberOf = new Map(alone.map((row) => [row.memory_id as string, row]));
  return arms.flatMap(({ condition, memoryIds }): Row[] => {
    const decision = decisionOf.get(condition);
    if (decision === undefined) return [];
    const members = memoryIds.map((id) => memberOf.get(id)).filter((row) => row !== undefined);
    const rewards = members.map((row) => row.reward as number | null).filter((reward) => reward !== null);
    const row = {
      kind: "together",
      memory_ids: memoryIds,
      condition,
      task_id: decision.task_id,
      verdict: decision.verdict,
      reward: decision.reward,
      reward_se: decision.reward_se,
      reward_lower: decision.reward_lower,
      reward_alone: rewards.length === 0 ? null : Math.max(...rewards),
      p_value: decision.p_value,
      pairs_used: decision.pairs_used,
      pairs_possible: decision.pairs_possible,
      reasons: decision.reasons,
      evidence: members.map((each) => `${each.memory_id} alone: ${each.verdict}, r ${pointsText(each.reward)}`),
    };
    const passAlone = members.length === memoryIds.length && members.every((each) => each.verdict === "accept");
    const isHarmful =
      decision.verdict === "reject" && (decision.reasons as string[]).some((reason) => reason.startsWith("harm:"));
    return passAlone && isHarmful ? [row, { ...row, kind: "jointly-harmful" }] : [row];
  });
}

function pointsText(reward: unknown): string {
  return typeof reward === "number" ? String(Number(reward.toFixed(4))) : "unknown";
}
