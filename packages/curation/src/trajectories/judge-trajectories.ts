import type { Database, Row } from "@memop/core";
import { type SelectionYield, type TrajectorySelection, unlimitedSelection } from "./selection.ts";
import { selectionSql, yieldSql } from "./selection-sql.ts";

/** Name under which decisions on single trajectories are recorded: rejection sampling by outcome. */
export const resolvedPolicy = "resolved";

/** Verdicts on single trajectories. */
export interface JudgedTrajectories {
  /** Rows of the `decisions` table, ordered by id. */
  rows(): AsyncGenerator<Row>;
  readonly selection: SelectionYield;
}

/**
 * Decides on every scored trajectory by its own outcome: healthy and resolved is accepted, healthy and unresolved rejected, an
 * unhealthy or flagged run and an unknown outcome undecided. Needs no arm with memory, and gives no deltas and no reward.
 *
 * What the selection leaves out is undecided, never rejected: D_reject holds failures only. Runs that the hygiene checks drop
 * keep the verdict of their outcome and take no place in a cap. Needs tables `cards`, `cleanliness` and `checked_runs`.
 * Source: docs/papers.md#rejection-sampling.
 */
export async function judgeTrajectories(
  database: Database,
  selection: TrajectorySelection = unlimitedSelection,
  seed = 0,
): Promise<JudgedTrajectories> {
  await database.run(selectionSql(selection, seed));
  const [counts] = await database.all(yieldSql);
  const undecided = await database.all(`SELECT reason, count(*) AS n FROM (
      SELECT regexp_replace(reasons[-1], '^(pass-rate):.*$', '\\1') AS reason FROM chosen WHERE verdict = 'undecided')
    GROUP BY reason ORDER BY reason`);
  return {
    selection: {
      ...selection,
      tasks: counts?.tasks as number,
      tasksInBand: counts?.tasks_in_band as number,
      resolved: counts?.resolved as number,
      unresolved: counts?.unresolved as number,
      tasksWithBoth: counts?.tasks_with_both as number,
      undecided: Object.fromEntries(undecided.map((row) => [row.reason as string, row.n as number])),
    },
    async *rows() {
      for await (const batch of database.stream("SELECT * FROM chosen ORDER BY trajectory_id")) {
        for (const row of batch) yield toDecision(row);
      }
    },
  };
}

function toDecision(row: Row): Row {
  return {
    candidate_id: row.trajectory_id,
    candidate_kind: "trajectory",
    trajectory_id: row.trajectory_id,
    task_id: row.task_id,
    condition: row.condition,
    memory_id: row.memory_id,
    policy: resolvedPolicy,
    verdict: row.verdict,
    n_metrics: 0,
    pairs_used: 0,
    pairs_possible: 0,
    reasons: row.reasons,
    rollouts: [row.trajectory_id],
    hygiene: row.hygiene,
    hygiene_reasons: row.hygiene_reasons,
  };
}
