import { quoteText, type Row } from "@memop/core";
import type { FunctionsFrom } from "@memop/trajectory";
import { mapMetrics } from "../metric.ts";
import type { RowOutcome, RowSettings } from "./score-row.ts";

/**
 * SQL for the hash of all that a card is computed from, over the tables `t` (trajectories), `o` (outcomes) and `k` (tasks):
 * the rollout, which its id stands for, its outcome, its task, the settings and the version of this tool.
 */
export function madeFromSql(settings: RowSettings, version: string): string {
  const common = quoteText(JSON.stringify([version, settings.budget, settings.compat]));
  const parts = [
    "t.trajectory_id, t.trajectory_bytes, t.task_id, t.budget, t.health, o.resolved, o.health",
    "k.task_id, k.repo, k.base_commit, k.gold_patch, k.gold_files, k.gold_functions, k.gold_functions_from",
    common,
  ].join(", ");
  return `sha256(json_array(${parts})::VARCHAR)`;
}

/** The card that a row of `scores` holds. */
export function knownCard(row: Row, previous: Row, settings: RowSettings): RowOutcome {
  const metrics = mapMetrics((name) => previous[name] as number | null);
  return {
    card: { metrics, notes: previous.notes as string[] },
    budget: settings.budget ?? (row.budget as number | null),
    from: previous.functions_from as FunctionsFrom | null,
  };
}
