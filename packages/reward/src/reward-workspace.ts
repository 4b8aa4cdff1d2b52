import { defineTable, MemopError, openTables, type Row, runStage, tableFiles, type Workspace } from "@memop/core";
import { mapMetrics, scoresTable } from "@memop/metrics";
import { memoryReward } from "./memory-reward.ts";
import { rewardSql } from "./reward-sql.ts";
import { rewardsTable } from "./rewards-table.ts";
import { writeRewards } from "./write-rewards.ts";

/** How to make rewards. */
export interface RewardOptions {
  /** Also writes the table to this file: Parquet when it ends in `.parquet`, else JSON lines. */
  readonly out?: string;
  /** Makes the table again although nothing changed. */
  readonly force?: boolean;
}

/** What `memop reward --json` prints. */
export interface RewardResult {
  readonly rewards: number;
  /** Mean reward in percent points; null when there is none. */
  readonly mean: number | null;
  /** The file written; null when none was asked for. */
  readonly out: string | null;
}

/** The columns of `decisions` that rewards are made from. */
const decisionColumns = defineTable({
  name: "decisions",
  key: ["candidate_id"],
  columns: {
    candidate_id: "VARCHAR",
    candidate_kind: "VARCHAR",
    condition: "VARCHAR",
    memory_id: "VARCHAR",
    policy: "VARCHAR",
    verdict: "VARCHAR",
    reward: "DOUBLE",
    reward_se: "DOUBLE",
    reward_lower: "DOUBLE",
    reward_shrunken: "DOUBLE",
    hygiene: "VARCHAR",
    rollouts: "VARCHAR[]",
  },
});

/**
 * Turns the decisions of a workspace into its `rewards` table: one row per candidate and task, whatever the verdict.
 *
 * A candidate with one task has its decision's reward and standard error (a redundancy penalty included). One with many tasks
 * has a row per task with that task's own deltas, reward and, where both arms were repeated, standard error, one-sided 95 % lower
 * bound and shrunken reward (docs/papers.md#empirical-bayes). Where a condition
 * was judged, `memory_id` is the one memory that its rollouts of the task used, else null, and `condition` names the candidate.
 * A candidate without a defined delta has no reward: it is refused with reason `no-reward`, and no row is ever null.
 */
export async function rewardWorkspace(workspace: Workspace, options: RewardOptions = {}): Promise<RewardResult> {
  if (tableFiles(workspace, "decisions").length === 0) {
    throw new MemopError("BAD_WORKSPACE", `${workspace.root} has no decisions`, {
      hint: `run: memop curate ${workspace.root}`,
    });
  }
  const record = await runStage(
    workspace,
    {
      name: "reward",
      config: {},
      reads: ["decisions", "scores"],
      async body({ write, refuse }) {
        const database = await openTables(workspace, [decisionColumns, scoresTable], { memoryMb: 2048 });
        try {
          let sum = 0;
          const rewarded = new Set<string>();
          const rows = rewardRows(database.stream(rewardSql), (candidate, reward) => {
            rewarded.add(candidate);
            sum += reward;
          });
          const rewards = await write(rewardsTable, rows, "memory_id, task_id, condition");
          let refused = 0;
          const all = await database.all("SELECT candidate_id FROM decisions ORDER BY candidate_id");
          for (const { candidate_id } of all) {
            if (rewarded.has(candidate_id as string)) continue;
            refused += 1;
            const message = "no delta is defined for this candidate";
            refuse({ source: candidate_id as string, byteOffset: null, reason: "no-reward", message });
          }
          const result = { rewards, mean: rewards === 0 ? null : sum / rewards };
          return { read: all.length, used: all.length - refused, result };
        } finally {
          database.close();
        }
      },
    },
    { force: options.force ?? false },
  );
  if (options.out !== undefined) await writeRewards(workspace, options.out);
  const { rewards, mean } = record.result as { rewards: number; mean: number | null };
  return { rewards, mean, out: options.out ?? null };
}

async function* rewardRows(
  batches: AsyncIterable<readonly Row[]>,
  note: (candidate: string, reward: number) => void,
): AsyncGenerator<Row> {
  for await (const batch of batches) {
    for (const row of batch) {
      const terms = mapMetrics((metric) => row[metric] as number | null);
      const own = memoryReward(terms);
      const isSingle = row.candidate_tasks === 1;
      const reward = isSingle ? (row.candidate_reward as number | null) : own.reward;
      if (reward === null) continue;
      note(row.candidate_id as string, reward);
      yield {
        memory_id: row.memory_id,
        task_id: row.task_id,
        condition: row.condition,
        reward,
        ...uncertaintyOf(row, reward, isSingle),
        n_metrics: own.nMetrics,
        terms,
        pairs_used: row.pairs,
        policy: row.policy,
        verdict: row.verdict,
        hygiene: row.hygiene,
      };
    }
  }
}

/** One-sided 95 % quantile of the normal distribution. */
const z95 = 1.6448536269514722;

function uncertaintyOf(row: Row, reward: number, isSingle: boolean): Row {
  const [se, variance] = [row.run_se, row.true_variance] as [number | null, number | null];
  const lower = se === null ? null : reward - z95 * se;
  if (isSingle) {
    const known = (row.candidate_se as number | null) ?? null;
    return {
      reward_se: known ?? se,
      reward_lower: row.candidate_lower ?? (known === null ? lower : null),
      reward_shrunken: row.candidate_shrunken,
    };
  }
  // An exact reward stays as it is.
  const share = se === null || variance === null ? null : se === 0 ? 1 : variance / (variance + se ** 2);
  return { reward_se: se, reward_lower: lower, reward_shrunken: share === null ? null : reward * share };
}
