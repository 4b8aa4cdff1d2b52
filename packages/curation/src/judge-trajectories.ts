import type { Database, Row } from "@memop/core";

/** Name under which decisions on single trajectories are recorded: rejection sampling by outcome. */
export const resolvedPolicy = "resolved";

/**
 * Decides on every scored trajectory by its own outcome: healthy and resolved is accepted, healthy and unresolved rejected, an
 * unhealthy run or an unknown outcome undecided. Needs no arm with memory, and gives no deltas and no reward.
 *
 * Source: docs/papers.md#rejection-sampling.
 */
export async function* judgeTrajectories(database: Database): AsyncGenerator<Row> {
  const sql = `SELECT trajectory_id, condition, memory_id, status, sr FROM cards WHERE is_scored ORDER BY trajectory_id`;
  for await (const batch of database.stream(sql)) {
    for (const { trajectory_id, condition, memory_id, status, sr } of batch) {
      const isKnown = status === "ok" && sr !== null;
      const isResolved = (sr as number) >= 100;
      yield {
        candidate_id: trajectory_id,
        candidate_kind: "trajectory",
        trajectory_id,
        condition,
        memory_id,
        policy: resolvedPolicy,
        verdict: isKnown ? (isResolved ? "accept" : "reject") : "undecided",
        pairs_used: 0,
        pairs_possible: 0,
        reasons: [isKnown ? (isResolved ? "resolved" : "unresolved") : status === "ok" ? "outcome-unknown" : status],
        rollouts: [trajectory_id],
      };
    }
  }
}
