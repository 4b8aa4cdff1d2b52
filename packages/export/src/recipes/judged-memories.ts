import type { Database } from "@memop/core";
import type { ExportRefusal, ExportRefusalReason } from "../export-refusal.ts";

/** A decision about one memory, joined with what is known of that memory; no long texts. */
export interface JudgedMemory {
  readonly candidateId: string;
  readonly verdict: string;
  readonly policy: string | null;
  readonly reward: number | null;
  readonly rewardSe: number | null;
  readonly rewardLower: number | null;
  readonly rewardShrunken: number | null;
  readonly pairsUsed: number | null;
  readonly pairsPossible: number | null;
  readonly falseAcceptRate: number | null;
  readonly rollouts: readonly string[];
  readonly memoryId: string;
  /** The one task that the memory serves; null when it serves many. */
  readonly servedTaskId: string | null;
  readonly repo: string | null;
  readonly sourceTrajectoryIds: readonly string[];
  readonly contentHash: string;
  /** True when hygiene checked it: then runs that the checks flagged are not learned from either. */
  readonly isChecked: boolean;
}

/** Decisions with the wanted verdict whose memory may be used, and a reason for each of the others. */
export interface JudgedMemories {
  readonly memories: readonly JudgedMemory[];
  readonly refused: readonly ExportRefusal[];
}

const query = `
  SELECT d.*, m.memory_id AS found, m.task_id AS served_task_id, m.repo, m.source_trajectory_ids,
    coalesce(m.content_hash, sha256(m.text)) AS content_hash, trim(coalesce(m.text, '')) = '' AS is_empty
  FROM decisions d LEFT JOIN memories m ON m.memory_id = d.memory_id
  ORDER BY d.memory_id, d.candidate_id`;

/** Reads all decisions, sorted by memory. Those of `verdict` that passed hygiene come with their memories. */
export async function judgedMemories(database: Database, verdict: "accept" | "reject"): Promise<JudgedMemories> {
  const memories: JudgedMemory[] = [];
  const refused: ExportRefusal[] = [];
  for (const row of await database.all(query)) {
    const decision = row as unknown as DecisionRow;
    const problem = reasonAgainst(decision, verdict);
    if (problem === null) memories.push(toJudgedMemory(decision));
    else {
      const [reason, message] = problem;
      const { candidate_id: candidateId, memory_id: memoryId, served_task_id: taskId } = decision;
      refused.push({ candidateId, memoryId, taskId: taskId ?? null, reason, message });
    }
  }
  return { memories, refused };
}

interface DecisionRow {
  readonly candidate_id: string;
  readonly candidate_kind: string | null;
  readonly memory_id: string | null;
  readonly verdict: string;
  readonly policy: string | null;
  readonly reward: number | null;
  readonly reward_se: number | null;
  readonly reward_lower: number | null;
  readonly reward_shrunken: number | null;
  readonly pairs_used: number | null;
  readonly pairs_possible: number | null;
  readonly false_accept_rate: number | null;
  readonly reasons: readonly string[] | null;
  readonly rollouts: readonly string[] | null;
  readonly hygiene: string | null;
  readonly hygiene_reasons: readonly string[] | null;
  readonly found: string | null;
  readonly served_task_id: string | null;
  readonly repo: string | null;
  readonly source_trajectory_ids: readonly string[] | null;
  readonly content_hash: string | null;
  readonly is_empty: boolean;
}

function reasonAgainst(row: DecisionRow, wanted: string): readonly [ExportRefusalReason, string] | null {
  const why = row.reasons?.length ? ` (${row.reasons.join(", ")})` : "";
  if (row.verdict !== wanted) {
    if (row.verdict === "undecided") return ["undecided", `no verdict yet${why}`];
    if (row.verdict === "reject") return ["rejected", `the verdict is reject${why}`];
    return ["rejected", `the verdict is ${row.verdict}, wanted is ${wanted}${why}`];
  }
  if (row.hygiene === "drop") {
    return ["hygiene", `hygiene says drop: ${row.hygiene_reasons?.join(", ") || "no reason given"}`];
  }
  if (row.candidate_kind === "condition") {
    return ["condition-candidate", "a verdict on a whole condition proves none of its memories: curate --by memory"];
  }
  if (row.candidate_kind === "trajectory") {
    return ["trajectory-candidate", "the verdict is on a trajectory, this recipe is made of memories"];
  }
  if (row.found === null) return ["no-memory", `the memories table has no memory ${row.memory_id}`];
  if (row.is_empty) return ["empty-memory", `memory ${row.memory_id} has no text`];
  return null;
}

function toJudgedMemory(row: DecisionRow): JudgedMemory {
  return {
    candidateId: row.candidate_id,
    verdict: row.verdict,
    policy: row.policy,
    reward: row.reward,
    rewardSe: row.reward_se,
    rewardLower: row.reward_lower,
    rewardShrunken: row.reward_shrunken,
    pairsUsed: row.pairs_used,
    pairsPossible: row.pairs_possible,
    falseAcceptRate: row.false_accept_rate,
    rollouts: row.rollouts ?? [],
    memoryId: row.found as string,
    servedTaskId: row.served_task_id,
    repo: row.repo,
    sourceTrajectoryIds: row.source_trajectory_ids ?? [],
    contentHash: row.content_hash as string,
    isChecked: row.hygiene !== null,
  };
}
