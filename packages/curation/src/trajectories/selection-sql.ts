import { quoteText } from "@memop/core";
import { metricNames } from "@memop/metrics";
import type { SiblingOrder, TrajectorySelection } from "./selection.ts";

const orders: Readonly<Record<SiblingOrder, string>> = {
  shortest: "turns ASC NULLS LAST",
  cheapest: "cost_usd ASC NULLS LAST, tokens ASC NULLS LAST",
  score: "score DESC NULLS LAST",
};

/** Pass rates are shares of whole numbers: this much is rounding. */
const tolerance = 1e-9;

/**
 * SQL that makes table `chosen` from `cards`, views `scores` and `trajectories`, and table `cleanliness`: every scored run with
 * its verdict.
 *
 * A run has a `place` among the clean siblings of its task with the same outcome, and another among those of its repository
 * that the cap of their tasks lets through; tasks take turns there, so that none fills a repository's share alone.
 */
export function selectionSql({ passRate, best, maxPerTask, maxPerRepo }: TrajectorySelection, seed: number): string {
  const drawn = `sha256(${quoteText(`${seed}:`)} || trajectory_id)`;
  const order = best === null ? drawn : `${orders[best]}, trajectory_id`;
  const within =
    passRate === null ? "true" : `pass_rate BETWEEN ${passRate.least - tolerance} AND ${passRate.most + tolerance}`;
  const capOfTask = `CASE WHEN is_resolved THEN ${maxPerTask ?? (best === null ? "NULL" : 1)}::BIGINT ELSE ${maxPerTask ?? "NULL"}::BIGINT END`;
  const isUnder = (place: string, cap: string) => `(${place} <= ${cap}) IS NOT FALSE`;
  return `CREATE TEMP TABLE chosen AS
    WITH runs AS (
      SELECT c.trajectory_id, c.task_id, c.condition, c.memory_id, c.status, c.sr, s.turns, s.cost_usd,
        s.prompt_tokens + s.completion_tokens AS tokens,
        list_avg([${metricNames.map((name) => `c.${name}`).join(", ")}]) AS score,
        coalesce(c.repo, replace(regexp_extract(c.task_id, '^(.+__.+)-[0-9]+$', 1), '__', '/'), '') AS group_repo,
        c.status = 'ok' AND c.sr IS NOT NULL AS is_known, coalesce(c.sr >= 100, false) AS is_resolved,
        CASE WHEN t.trajectory_id IS NULL THEN NULL ELSE coalesce(h.hygiene, 'keep') END AS hygiene, h.reasons AS hygiene_reasons
      FROM cards c JOIN scores s ON s.trajectory_id = c.trajectory_id
      LEFT JOIN checked_runs t ON t.trajectory_id = c.trajectory_id
      LEFT JOIN cleanliness h ON h.subject_kind = 'trajectory' AND h.subject_id = c.trajectory_id
      WHERE c.is_scored),
    rates AS (
      SELECT task_id, avg(is_resolved::INTEGER) AS pass_rate FROM runs WHERE is_known GROUP BY task_id),
    placed AS (
      SELECT r.*, q.pass_rate, ${within} AS is_in_band, is_known AND is_in_band AND hygiene IS DISTINCT FROM 'drop' AS can_count
      FROM runs r LEFT JOIN rates q ON q.task_id IS NOT DISTINCT FROM r.task_id),
    siblings AS (
      SELECT *, CASE WHEN can_count THEN row_number() OVER (PARTITION BY can_count, is_resolved, task_id ORDER BY ${order}) END AS place
      FROM placed),
    capped AS (
      SELECT *, can_count AND ${isUnder("place", capOfTask)} AS is_under_task FROM siblings),
    shared AS (
      SELECT *, CASE WHEN is_under_task THEN row_number() OVER (PARTITION BY is_under_task, is_resolved, group_repo
        ORDER BY place, sha256(${quoteText(`${seed}:`)} || coalesce(task_id, '')), trajectory_id) END AS place_in_repo
      FROM capped),
    judged AS (
      SELECT *, is_known AND is_in_band AND (NOT can_count OR (is_under_task AND ${isUnder("place_in_repo", `${maxPerRepo ?? "NULL"}::BIGINT`)})) AS is_taken
      FROM shared),
    accepted AS (SELECT DISTINCT task_id FROM judged WHERE is_taken AND can_count AND is_resolved)
    SELECT j.trajectory_id, j.task_id, j.condition, j.memory_id, j.hygiene, coalesce(j.hygiene_reasons, []) AS hygiene_reasons,
      j.is_known, j.is_resolved, j.is_in_band, j.can_count, j.is_taken,
      CASE WHEN NOT j.is_taken THEN 'undecided' WHEN j.is_resolved THEN 'accept' ELSE 'reject' END AS verdict,
      CASE WHEN NOT j.is_known THEN [CASE WHEN j.status = 'ok' THEN 'outcome-unknown' ELSE j.status END]
        ELSE list_filter([CASE WHEN j.is_resolved THEN 'resolved' ELSE 'unresolved' END,
          CASE WHEN NOT j.is_in_band THEN 'pass-rate:' || round(j.pass_rate, 4)
            WHEN NOT j.is_taken AND NOT j.is_under_task THEN ${quoteText(best === null || maxPerTask !== null ? "over-cap:task" : `not-best:${best}`)}
            WHEN NOT j.is_taken THEN 'over-cap:repo'
            WHEN NOT j.is_resolved AND a.task_id IS NULL THEN 'no-accepted-sibling' END], lambda x: x IS NOT NULL) END AS reasons
    FROM judged j LEFT JOIN accepted a ON a.task_id = j.task_id`;
}

/** SQL of what the selection did, from `chosen`. */
export const yieldSql = `SELECT count(DISTINCT task_id) FILTER (is_known) AS tasks,
    count(DISTINCT task_id) FILTER (is_known AND is_in_band) AS tasks_in_band,
    count(*) FILTER (is_known AND is_resolved) AS resolved, count(*) FILTER (is_known AND NOT is_resolved) AS unresolved,
    (SELECT count(*) FROM (SELECT task_id FROM chosen WHERE is_taken AND can_count GROUP BY task_id
      HAVING bool_or(is_resolved) AND NOT bool_and(is_resolved))) AS tasks_with_both
  FROM chosen`;
