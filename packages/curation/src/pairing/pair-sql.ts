import { metricNames } from "@memop/metrics";

/** `task_id, agent, model, budget`: two arms are compared only where all four are the same. */
const key = ["task_id", "agent", "model", "budget"] as const;

const sameKey = (left: string, right: string): string =>
  key.map((column) => `${left}.${column} IS NOT DISTINCT FROM ${right}.${column}`).join(" AND ");

/**
 * SQL that makes table `attempts` from `arm_cards`: every pair that a candidate could have. A memory's pairs are those where
 * it was used; a condition's are also those where only its baseline was run.
 */
export function attemptSql(by: "memory" | "condition"): string {
  const own = `SELECT DISTINCT candidate_id, pair_key, ${key.join(", ")} FROM arm_cards WHERE candidate_id IS NOT NULL`;
  if (by === "memory") return `CREATE TEMP TABLE attempts AS ${own}`;
  return `CREATE TEMP TABLE attempts AS ${own}
    UNION SELECT c.candidate_id, b.pair_key, b.task_id, b.agent, b.model, b.budget
    FROM (SELECT DISTINCT pair_key, ${key.join(", ")} FROM arm_cards WHERE candidate_id IS NULL) b
    JOIN (SELECT DISTINCT candidate_id, agent, model, budget FROM arm_cards WHERE candidate_id IS NOT NULL) c
      ON b.agent IS NOT DISTINCT FROM c.agent AND b.model IS NOT DISTINCT FROM c.model
      AND b.budget IS NOT DISTINCT FROM c.budget`;
}

/**
 * SQL that makes table `arms`: per candidate and pair what each side has. Where every usable rollout of both sides has a seed
 * and some seeds are common, only those are compared.
 */
export const armsSql = `CREATE TEMP TABLE arms AS
  WITH side AS (
    SELECT candidate_id, pair_key, any_value(task_id) AS task_id, any_value(agent) AS agent, any_value(model) AS model,
      any_value(budget) AS budget, count(*) FILTER (status = 'ok') AS usable,
      count(*) FILTER (status = 'ok' AND seed IS NULL) = 0 AS is_seeded, list_sort(list(DISTINCT seed) FILTER (status = 'ok')) AS seeds,
      min(status) FILTER (status <> 'ok') AS problem
    FROM arm_cards GROUP BY candidate_id, pair_key)
  SELECT a.candidate_id, a.pair_key, a.task_id,
    CASE WHEN w.usable IS NULL THEN 'not-run' WHEN w.usable = 0 THEN w.problem
      WHEN b.usable IS NULL THEN 'no-baseline' WHEN b.usable = 0 THEN 'baseline-' || b.problem END AS excluded,
    CASE WHEN w.is_seeded AND b.is_seeded AND len(list_intersect(w.seeds, b.seeds)) > 0
      THEN list_intersect(w.seeds, b.seeds) END AS common_seeds
  FROM attempts a
  LEFT JOIN side w ON w.candidate_id = a.candidate_id AND w.pair_key = a.pair_key AND ${sameKey("w", "a")}
  LEFT JOIN side b ON b.candidate_id IS NULL AND b.pair_key = a.pair_key AND ${sameKey("b", "a")}`;

const differences = metricNames.map(
  (name) => `avg(${name}) FILTER (is_with) - avg(${name}) FILTER (NOT is_with) AS ${name}`,
);

/** SQL that makes view `compared` from `arms`: every rollout that is compared, once per candidate, with the side it is on. */
export const comparedSql = `CREATE TEMP VIEW compared AS
  SELECT * FROM (
    SELECT a.*, true AS is_with, c.* EXCLUDE (candidate_id, pair_key, task_id)
    FROM arms a JOIN arm_cards c ON c.candidate_id = a.candidate_id AND c.pair_key = a.pair_key AND c.task_id = a.task_id
    UNION ALL BY NAME
    SELECT a.*, false AS is_with, c.* EXCLUDE (candidate_id, pair_key, task_id)
    FROM arms a JOIN (SELECT * FROM arm_cards WHERE candidate_id IS NULL) c
      ON c.pair_key = a.pair_key AND c.task_id = a.task_id)
  WHERE excluded IS NULL AND status = 'ok' AND (common_seeds IS NULL OR list_contains(common_seeds, seed))`;

/**
 * SQL that makes table `pairs` from `compared`: one row per candidate and compared pair, with the ten differences of means (null
 * where an arm does not define the metric), both success rates, the numbers of rollouts and their ids.
 */
export const pairsSql = `CREATE TEMP TABLE pairs AS
  SELECT candidate_id, task_id, pair_key, min(repo) AS repo, count(*) FILTER (is_with) AS n_with,
    count(*) FILTER (NOT is_with) AS n_without, avg(sr) FILTER (is_with) AS sr_with, avg(sr) FILTER (NOT is_with) AS sr_without,
    list(trajectory_id ORDER BY is_with DESC, trajectory_id) AS rollouts, ${differences.join(", ")}
  FROM compared GROUP BY candidate_id, task_id, pair_key`;

const valuesOfRun = `[${metricNames.join(", ")}]`;

/** SQL that makes table `single_runs`: the metrics of every run, by arm, of candidates that have one pair alone. */
export const singleRunsSql = `CREATE TEMP TABLE single_runs AS
  SELECT candidate_id, list(${valuesOfRun} ORDER BY trajectory_id) FILTER (is_with) AS runs_with,
    list(${valuesOfRun} ORDER BY trajectory_id) FILTER (NOT is_with) AS runs_without
  FROM compared WHERE candidate_id IN (SELECT candidate_id FROM pairs GROUP BY candidate_id HAVING count(*) = 1)
  GROUP BY candidate_id`;

/** SQL of one row per candidate and task, the pairs of a task averaged, in the order of candidates. */
export const taskDeltaSql = `SELECT p.*, r.runs_with, r.runs_without FROM (
    SELECT candidate_id, task_id, min(repo) AS repo, sum(n_with) AS n_with, sum(n_without) AS n_without,
      avg(sr_with) AS sr_with, avg(sr_without) AS sr_without, flatten(list(rollouts ORDER BY rollouts)) AS rollouts,
      ${metricNames.map((name) => `avg(${name}) AS ${name}`).join(", ")}
    FROM pairs GROUP BY candidate_id, task_id) p
  LEFT JOIN single_runs r ON r.candidate_id = p.candidate_id ORDER BY p.candidate_id, p.task_id`;

/** SQL of one row per candidate, in their order: what it is and why some of its pairs could not be used. */
export const candidateSql = `SELECT a.candidate_id, min(c.condition) AS condition, min(a.possible) AS possible,
    min(a.used) AS used, min(a.excluded) AS excluded
  FROM (SELECT candidate_id, sum(n) AS possible, coalesce(sum(n) FILTER (excluded IS NULL), 0) AS used,
      list(excluded || ':' || n ORDER BY excluded) FILTER (excluded IS NOT NULL) AS excluded
    FROM (SELECT candidate_id, excluded, count(*) AS n FROM arms GROUP BY ALL) GROUP BY candidate_id) a
  JOIN arm_cards c ON c.candidate_id = a.candidate_id GROUP BY a.candidate_id ORDER BY a.candidate_id`;

/** SQL of the scored rollouts that are in no pair, with the reason. `isInArm` tells from a card whether it belongs to any arm. */
export const unusedSql = (isInArm: string): string => `WITH usable AS (SELECT * FROM arms WHERE excluded IS NULL),
  seeded AS (SELECT candidate_id, pair_key, unnest(common_seeds) AS seed FROM usable WHERE common_seeds IS NOT NULL),
  used AS (
    SELECT x.trajectory_id FROM arm_cards x
    SEMI JOIN (SELECT candidate_id, pair_key FROM usable WHERE common_seeds IS NULL) a
      ON x.candidate_id = a.candidate_id AND x.pair_key = a.pair_key WHERE x.status = 'ok'
    UNION ALL SELECT x.trajectory_id FROM arm_cards x
    SEMI JOIN seeded a ON x.candidate_id = a.candidate_id AND x.pair_key = a.pair_key AND x.seed = a.seed WHERE x.status = 'ok'
    UNION ALL SELECT x.trajectory_id FROM (SELECT * FROM arm_cards WHERE candidate_id IS NULL AND status = 'ok') x
    SEMI JOIN (SELECT DISTINCT pair_key FROM usable WHERE common_seeds IS NULL) a ON x.pair_key = a.pair_key
    UNION ALL SELECT x.trajectory_id FROM (SELECT * FROM arm_cards WHERE candidate_id IS NULL AND status = 'ok') x
    SEMI JOIN (SELECT DISTINCT pair_key, seed FROM seeded) a ON x.pair_key = a.pair_key AND x.seed = a.seed)
  SELECT c.trajectory_id,
    CASE WHEN c.status <> 'ok' THEN c.status WHEN ${isInArm} THEN 'no-counterpart' ELSE 'no-candidate' END AS reason
  FROM cards c ANTI JOIN used u ON u.trajectory_id = c.trajectory_id
  WHERE c.is_scored ORDER BY c.trajectory_id`;

/** SQL of the variance between repeated rollouts of one arm, pooled over arms, of the mean of the ten metrics. */
export const runVarianceSql = `SELECT sum((n - 1) * variance) / sum(n - 1) AS variance FROM (
    SELECT count(*) AS n, var_samp(list_avg([${metricNames.join(", ")}])) AS variance
    FROM arm_cards WHERE status = 'ok' GROUP BY candidate_id, pair_key) WHERE n > 1`;

/** Most repeated baselines that the noise floor is measured on, and most runs of each. */
const mostRepeated = { pairs: 2000, runs: 16 };

/** SQL of the baseline's usable runs where there are several of one task, agent, model and budget, in a fixed order. */
export const repeatedBaselineSql = `SELECT * FROM (
    SELECT pair_key::VARCHAR AS pair_key, task_id, repo, ${metricNames.join(", ")},
      row_number() OVER (PARTITION BY pair_key, task_id ORDER BY trajectory_id) AS run,
      count(*) OVER (PARTITION BY pair_key, task_id) AS runs, dense_rank() OVER (ORDER BY pair_key, task_id) AS place
    FROM arm_cards WHERE candidate_id IS NULL AND status = 'ok'
    QUALIFY runs > 1)
  WHERE run <= ${mostRepeated.runs} AND place <= ${mostRepeated.pairs} ORDER BY place, run`;
