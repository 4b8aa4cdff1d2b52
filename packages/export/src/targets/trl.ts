import type { ExampleKind } from "../example.ts";
import type { Target } from "../target.ts";

const messages = 'STRUCT("role" VARCHAR, "content" VARCHAR)[]';

const columns: Readonly<Record<ExampleKind, Readonly<Record<string, string>>>> = {
  "prompt-completion": {
    prompt: messages,
    completion: messages,
    memory_id: "VARCHAR",
    task_id: "VARCHAR",
    repo: "VARCHAR",
    source_trajectory_id: "VARCHAR",
    policy: "VARCHAR",
    reward: "DOUBLE",
    reward_se: "DOUBLE",
    reward_lower: "DOUBLE",
    reward_shrunken: "DOUBLE",
    pairs_used: "INTEGER",
  },
};

/**
 * Hugging Face TRL: conversational prompt-completion rows, of which `SFTTrainer` trains on the completion alone.
 *
 * The columns after `completion` say where a row comes from; SFT ignores them. `reward` is in percent points.
 * Source: docs/exports.md#trl.
 */
export const trl = {
  name: "trl",
  title: "Hugging Face TRL, conversational prompt-completion rows (loss on the completion only)",
  kinds: ["prompt-completion"],
  columns: (kind) => columns[kind],
  toRow: ({ prompt, completion, provenance }) => ({
    prompt,
    completion,
    memory_id: provenance.memoryId,
    task_id: provenance.taskId,
    repo: provenance.repo,
    source_trajectory_id: provenance.sourceTrajectoryId,
    policy: provenance.policy,
    reward: provenance.reward,
    reward_se: provenance.rewardSe,
    reward_lower: provenance.rewardLower,
    reward_shrunken: provenance.rewardShrunken,
    pairs_used: provenance.pairsUsed,
  }),
} as const satisfies Target;
