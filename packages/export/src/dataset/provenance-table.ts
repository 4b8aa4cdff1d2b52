import { defineTable, type Row } from "@memop/core";
import type { Example } from "../example.ts";
import type { SplitName } from "../splits/assign-splits.ts";
import type { RowPlace } from "../writer.ts";

/** One line per row of a dataset: `tables/provenance.parquet`. See docs/exports.md#provenance. */
export const provenanceTable = defineTable({
  name: "provenance",
  key: ["file", "row"],
  columns: {
    split: "VARCHAR",
    file: "VARCHAR",
    row: "INTEGER",
    memory_id: "VARCHAR",
    task_id: "VARCHAR",
    repo: "VARCHAR",
    source_trajectory_id: "VARCHAR",
    content_hash: "VARCHAR",
    candidate_id: "VARCHAR",
    policy: "VARCHAR",
    reward: "DOUBLE",
    reward_se: "DOUBLE",
    reward_lower: "DOUBLE",
    reward_shrunken: "DOUBLE",
    pairs_used: "INTEGER",
    pairs_possible: "INTEGER",
    false_accept_rate: "DOUBLE",
    rollouts: "VARCHAR[]",
    prompt_tokens: "INTEGER",
    completion_tokens: "INTEGER",
    observations_shortened: "INTEGER",
    characters_left_out: "INTEGER",
    turns_folded: "INTEGER",
    edits_shortened: "INTEGER",
  },
});

/** The line of that table for one written row. */
export function provenanceRow({ provenance, facts }: Example, split: SplitName, place: RowPlace): Row {
  return {
    split,
    file: place.file,
    row: place.row,
    memory_id: provenance.memoryId,
    task_id: provenance.taskId,
    repo: provenance.repo,
    source_trajectory_id: provenance.sourceTrajectoryId,
    content_hash: provenance.contentHash,
    candidate_id: provenance.candidateId,
    policy: provenance.policy,
    reward: provenance.reward,
    reward_se: provenance.rewardSe,
    reward_lower: provenance.rewardLower,
    reward_shrunken: provenance.rewardShrunken,
    pairs_used: provenance.pairsUsed,
    pairs_possible: provenance.pairsPossible,
    false_accept_rate: provenance.falseAcceptRate,
    rollouts: provenance.rollouts,
    prompt_tokens: facts.promptTokens,
    completion_tokens: facts.completionTokens,
    observations_shortened: facts.observationsShortened,
    characters_left_out: facts.charactersLeftOut,
    turns_folded: facts.turnsFolded,
    edits_shortened: facts.editsShortened,
  };
}
