import type { Row } from "@memop/core";
import { type FunctionsFrom, type Health, repoOfInstanceId, type Trajectory, turnsOf } from "@memop/trajectory";
import { scoreAsLocEval } from "../compat/openhands-loc-eval.ts";
import type { PlaceReader } from "../rollout-places.ts";
import { type ScoreCard, scoreRollout } from "../score-card.ts";

/** Other evaluators whose published values can be reproduced. */
export const compatModes = ["openhands-loc-eval"] as const;

/** Name of an evaluator to reproduce. */
export type CompatMode = (typeof compatModes)[number];

/** What all cards of a call have in common. Plain data: it is sent to threads. */
export interface RowSettings {
  /** Turn budget of every rollout; null for each rollout's own. */
  readonly budget: number | null;
  readonly compat: CompatMode | null;
}

/** The card of a rollout, or a code for why it has none. Plain data. */
export type RowOutcome =
  | { readonly card: ScoreCard; readonly budget: number | null; readonly from: FunctionsFrom | null }
  | { readonly skip: string; readonly message: string };

/** Scores one rollout, a row of the query in score-workspace.ts. */
export async function scoreRow(row: Row, settings: RowSettings, places: PlaceReader): Promise<RowOutcome> {
  const health = worstHealth(row.health, row.outcome_health);
  if (health === "infra") return { skip: "infra", message: "the rollout failed for infrastructure reasons" };
  if (row.task_id === null) return { skip: "no-task", message: "the trajectory names no task" };
  if (row.is_known !== true && row.resolved === null) {
    return { skip: "no-task", message: `nothing is known of task ${row.task_id}, and the rollout has no outcome` };
  }
  if (row.trajectory_json === null) return { skip: "no-trajectory", message: "the trajectory itself is not stored" };
  const trajectory = JSON.parse(row.trajectory_json as string) as Trajectory;
  const budget = settings.budget ?? (row.budget as number | null);
  const resolved = row.resolved as boolean | null;
  if (settings.compat === "openhands-loc-eval") {
    return {
      card: scoreAsLocEval({ trajectory, goldPatch: row.gold_patch as string | null, budget, resolved }),
      budget,
      from: null,
    };
  }
  const { gold, edits, from, notes } = await places(row, trajectory);
  const card = scoreRollout({ edits, gold, turns: turnsOf(trajectory), budget, resolved, health });
  if (card === null) return { skip: "infra", message: "the rollout failed for infrastructure reasons" };
  return { card: { ...card, notes: [...card.notes, ...notes] }, budget, from };
}

/** The row of `scores` that a rollout's row and its card make. */
export function scoresRow(
  row: Row,
  { card, budget, from }: Extract<RowOutcome, { card: ScoreCard }>,
  compat: CompatMode | null,
): Row {
  return {
    ...row,
    ...card.metrics,
    repo: row.repo ?? repoOfInstanceId(String(row.task_id)),
    budget,
    health: worstHealth(row.health, row.outcome_health),
    compat,
    functions_from: from,
    notes: card.notes,
  };
}

const severity: readonly Health[] = ["healthy", "error", "timeout", "infra"];

/** The worse of what the run and its evaluation say. */
function worstHealth(...said: readonly unknown[]): Health {
  return severity[Math.max(0, ...said.map((health) => severity.indexOf(health as Health)))] as Health;
}
