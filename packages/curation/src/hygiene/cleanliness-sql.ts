import { quoteText } from "@memop/core";
import { type HygieneReason, hygieneReasons } from "@memop/hygiene";

const listOf = (reasons: readonly HygieneReason[]): string => `[${reasons.map(quoteText).join(", ")}]::VARCHAR[]`;

/**
 * SQL that makes tables `cleanliness`, one row per memory or run with findings, and `checked_runs` from views `findings` and
 * `trajectories`. `allowed` is null when nothing was checked: then both are empty.
 */
export function cleanlinessSql(allowed: readonly HygieneReason[] | null): readonly string[] {
  const isChecked = allowed !== null;
  return [
    `CREATE TEMP TABLE cleanliness AS
      SELECT subject_kind, subject_id,
        CASE WHEN bool_or(NOT list_contains(${listOf(allowed ?? [])}, reason)) THEN 'drop' ELSE 'keep' END AS hygiene,
        list(reason ORDER BY list_position(${listOf(hygieneReasons)}, reason)) AS reasons
      FROM findings WHERE ${isChecked} GROUP BY subject_kind, subject_id`,
    `CREATE TEMP TABLE checked_runs AS
      SELECT trajectory_id FROM trajectories WHERE ${isChecked} AND trajectory_json IS NOT NULL`,
  ];
}
