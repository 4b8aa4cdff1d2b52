import { quoteText } from "@memop/core";
import { pairExclusions } from "@memop/hygiene";
import { metricNames } from "@memop/metrics";

const exclusions = `[${pairExclusions.map(quoteText).join(", ")}]`;

/**
 * SQL that makes table `flagged` from view `findings`: runs that are no evidence, each with its gravest reason. Empty when the
 * checks are not asked for.
 */
export function flaggedSql(isChecked: boolean): string {
  return `CREATE TEMP TABLE flagged AS
    SELECT subject_id AS trajectory_id, arg_min(reason, list_position(${exclusions}, reason)) AS reason FROM findings
    WHERE ${isChecked} AND subject_kind = 'trajectory' AND list_contains(${exclusions}, reason) GROUP BY subject_id`;
}

/**
 * SQL that makes table `cards`: every rollout that could be in a pair, scored or not, with its `status`.
 *
 * `ok`: healthy with a known outcome. Else why it is in no pair: `infra`, `timeout`, `error`, `outcome-unknown`,
 * `not-scored`, or the reason for which the checks flagged it. Needs views `scores` and `trajectories`, of which the latter may
 * be empty (score cards made elsewhere), and table `flagged`.
 */
export const cardSql = `CREATE TEMP TABLE cards AS
  SELECT s.trajectory_id, s.task_id, s.condition, s.memory_id, s.repo, s.agent, s.model, s.budget, t.seed,
    hash(s.task_id, s.agent, s.model, s.budget) AS pair_key, ${metricNames.map((metric) => `s.${metric}`).join(", ")},
    CASE WHEN coalesce(s.health, 'healthy') <> 'healthy' THEN s.health
      WHEN s.sr IS NULL AND list_contains(s.notes, 'outcome-unknown') THEN 'outcome-unknown'
      ELSE coalesce(f.reason, 'ok') END AS status,
    true AS is_scored
  FROM scores s LEFT JOIN trajectories t ON t.trajectory_id = s.trajectory_id
  LEFT JOIN flagged f ON f.trajectory_id = s.trajectory_id
  UNION ALL BY NAME
  SELECT t.trajectory_id, t.task_id, t.condition, t.memory_id, t.agent, t.model,
    coalesce(l.budget, t.budget) AS budget, t.seed, hash(t.task_id, t.agent, t.model, coalesce(l.budget, t.budget)) AS pair_key,
    CASE WHEN t.health = 'healthy' THEN coalesce(nullif(o.health, 'healthy'), 'not-scored') ELSE t.health END AS status,
    false AS is_scored
  FROM trajectories t ANTI JOIN scores s ON s.trajectory_id = t.trajectory_id
  LEFT JOIN outcomes o ON o.trajectory_id = t.trajectory_id
  LEFT JOIN (SELECT agent, model, any_value(budget) AS budget FROM scores GROUP BY ALL HAVING count(DISTINCT budget) = 1) l
    ON l.agent IS NOT DISTINCT FROM t.agent AND l.model IS NOT DISTINCT FROM t.model
  WHERE t.task_id IS NOT NULL`;

/** SQL condition on a card: it is of the baseline or of a candidate. */
export function inArmSql(by: "memory" | "condition", baseline: string): string {
  const candidate = by === "memory" ? "memory_id" : "condition";
  return `(task_id IS NOT NULL AND (condition = ${quoteText(baseline)} OR ${candidate} IS NOT NULL))`;
}

/**
 * SQL that makes view `arm_cards` from `cards`: those of each candidate (`with`) and those of the baseline. The baseline's
 * candidate id is null. `only` names the candidates that are wanted; null wants all.
 */
export function armSql(by: "memory" | "condition", baseline: string, only: readonly string[] | null = null): string {
  const candidate = by === "memory" ? "memory_id" : "condition";
  return `CREATE TEMP VIEW arm_cards AS
    SELECT CASE WHEN condition = ${quoteText(baseline)} THEN NULL ELSE ${candidate} END AS candidate_id, *
    FROM cards WHERE ${inArmSql(by, baseline)}${
      only === null
        ? ""
        : ` AND (condition = ${quoteText(baseline)} OR ${candidate} IN (${only.map(quoteText).join(", ")}))`
    }`;
}
