import { metricNames } from "@memop/metrics";

/** `task_id, agent, model, budget`: two arms are compared only where all four are the same. */
const key = ["task_id", "agent", "model", "budget"] as const;

const sameKey = (left: string, right: string): string =>
  key.map((column) => `${left}.${column} IS NOT DISTINCT FROM ${right}.${column}`).join(" AND ");

const means = metricNames.map((name) => `avg(${name}) AS ${name}`).join(", ");

const sideKey = `candidate_id, pair_key, ${key.join(", ")}`;

/**
 * SQL that makes table `sides` from `arm_cards`: what each candidate, and the baseline, has for a pair. Means, rollouts, variance
 * of the mean of the ten metrics and repository are those of usable rollouts; without any there is a `problem` instead.
 */
export const sidesSql = `CREATE TEMP TABLE sides AS
  WITH usable AS (
    SELECT ${sideKey}, min(condition) AS condition, count(*)::INTEGER AS usable, min(repo) AS repo,
      list(trajectory_id ORDER BY trajectory_id) AS rollouts, var_samp(list_avg([${metricNames.join(", ")}])) AS variance, ${means}
    FROM arm_cards WHERE status = 'ok' GROUP BY ${sideKey}),
  failed AS (
    SELECT ${sideKey}, min(condition) AS condition, 0::INTEGER AS usable, min(status) AS problem
    FROM arm_cards WHERE status <> 'ok' GROUP BY ${sideKey}),
  seeded AS (
    SELECT candidate_id, pair_key, count(*) AS seeded, list_sort(list(DISTINCT seed)) AS seeds
    FROM arm_cards WHERE status = 'ok' AND seed IS NOT NULL GROUP BY candidate_id, pair_key)
  SELECT s.*, d.seeds, coalesce(d.seeded = s.usable, false) AS is_seeded FROM (
    SELECT * FROM usable UNION ALL BY NAME
    SELECT f.* FROM failed f ANTI JOIN usable u ON u.candidate_id IS NOT DISTINCT FROM f.candidate_id AND u.pair_key = f.pair_key) s
  LEFT JOIN seeded d ON d.candidate_id IS NOT DISTINCT FROM s.candidate_id AND d.pair_key = s.pair_key`;

/**
 * SQL that makes table `attempts` from `sides`: every pair that a candidate could have. A memory's pairs are those where
 * it was used; a condition's are also those where only its baseline was run.
 */
export function attemptSql(by: "memory" | "condition"): string {
  const own = `SELECT candidate_id, pair_key, ${key.join(", ")} FROM sides WHERE candidate_id IS NOT NULL`;
  if (by === "memory") return `CREATE TEMP TABLE attempts AS ${own}`;
  return `CREATE TEMP TABLE attempts AS ${own}
    UNION SELECT c.candidate_id, b.pair_key, b.task_id, b.agent, b.model, b.budget
    FROM (SELECT pair_key, ${key.join(", ")} FROM sides WHERE candidate_id IS NULL) b
    JOIN (SELECT DISTINCT candidate_id, agent, model, budget FROM sides WHERE candidate_id IS NOT NULL) c
      ON b.agent IS NOT DISTINCT FROM c.agent AND b.model IS NOT DISTINCT FROM c.model
      AND b.budget IS NOT DISTINCT FROM c.budget`;
}

/**
 * SQL that makes table `arms`: per candidate and pair whether it can be used. Where every usable rollout of both sides has a
 * seed and some seeds are common, only those are compared.
 */
export const armsSql = `CREATE TEMP TABLE arms AS
  SELECT a.candidate_id, a.pair_key, a.task_id,
    CASE WHEN w.usable IS NULL THEN 'not-run' WHEN w.usable = 0 THEN w.problem
      WHEN b.usable IS NULL THEN 'no-baseline' WHEN b.usable = 0 THEN 'baseline-' || b.problem END AS excluded,
    CASE WHEN w.is_seeded AND b.is_seeded AND len(list_intersect(w.seeds, b.seeds)) > 0
      THEN list_intersect(w.seeds, b.seeds) END AS common_seeds
  FROM attempts a
  LEFT JOIN sides w ON w.candidate_id = a.candidate_id AND w.pair_key = a.pair_key AND ${sameKey("w", "a")}
  LEFT JOIN (SELECT * FROM sides WHERE candidate_id IS NULL) b ON b.pair_key = a.pair_key AND ${sameKey("b", "a")}`;

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

const ofSides = metricNames.map((name) => `w.${name} - b.${name} AS ${name}`).join(", ");

/** SQL that says whether common seeds pick the rollouts of some pair. */
export const anySeedsSql = "SELECT 1 FROM arms WHERE common_seeds IS NOT NULL LIMIT 1";

/**
 * SQL that makes table `pairs`: one row per candidate and compared pair, with the ten differences of means (null where an arm
 * does not define the metric), both success rates, the numbers of rollouts and their ids. From the means of `sides`, which are
 * made once for all candidates; where common seeds pick rollouts, from `compared`.
 */
export function pairsSql(hasSeeds: boolean): string {
  const whole = `SELECT w.candidate_id, w.task_id, w.pair_key, least(w.repo, b.repo) AS repo, w.usable AS n_with,
      b.usable AS n_without, w.sr AS sr_with, b.sr AS sr_without, list_concat(w.rollouts, b.rollouts) AS rollouts, ${ofSides}
    FROM sides w
    JOIN (SELECT * FROM sides WHERE candidate_id IS NULL) b ON b.pair_key = w.pair_key AND ${sameKey("b", "w")}
    SEMI JOIN (SELECT candidate_id, pair_key FROM arms WHERE excluded IS NULL AND common_seeds IS NULL) a
      ON a.candidate_id = w.candidate_id AND a.pair_key = w.pair_key`;
  if (!hasSeeds) return `CREATE TEMP TABLE pairs AS ${whole}`;
  return `CREATE TEMP TABLE pairs AS ${whole}
    UNION ALL BY NAME
    SELECT candidate_id, task_id, pair_key, min(repo) AS repo, count(*) FILTER (is_with)::INTEGER AS n_with,
      count(*) FILTER (NOT is_with)::INTEGER AS n_without, avg(sr) FILTER (is_with) AS sr_with,
      avg(sr) FILTER (NOT is_with) AS sr_without,
      list(trajectory_id ORDER BY is_with DESC, trajectory_id) AS rollouts, ${differences.join(", ")}
    FROM compared WHERE common_seeds IS NOT NULL GROUP BY candidate_id, task_id, pair_key`;
}

const valuesOfRun = `[${metricNames.join(", ")}]`;

const singles = "SELECT candidate_id FROM pairs GROUP BY candidate_id HAVING count(*) = 1";

/** SQL that says whether some candidate has one pair alone. */
export const anySinglesSql = `SELECT 1 FROM (${singles}) LIMIT 1`;

/**
 * SQL that makes table `single_runs`: the metrics of every run, by arm, of candidates that have one pair alone. Without any it
 * is made empty at once, for they are looked for among all rollouts.
 */
export function singleRunsSql(hasSingles: boolean): string {
  return `CREATE TEMP TABLE single_runs AS
    SELECT c.candidate_id, list(${valuesOfRun} ORDER BY c.trajectory_id) FILTER (is_with) AS runs_with,
      list(${valuesOfRun} ORDER BY c.trajectory_id) FILTER (NOT is_with) AS runs_without
    FROM compared c SEMI JOIN (${singles}) p ON p.candidate_id = c.candidate_id
    WHERE ${hasSingles} GROUP BY c.candidate_id`;
}

/** SQL that says whether some candidate was compared on a task by several agents, models or budgets. */
export const severalPairsSql = "SELECT 1 FROM pairs GROUP BY candidate_id, task_id HAVING count(*) > 1 LIMIT 1";

/** SQL of one row per candidate and task, the pairs of a task averaged where there are several, in the order of candidates. */
export function taskDeltaSql(hasSeveral: boolean): string {
  const averaged = `SELECT candidate_id, task_id, min(repo) AS repo, sum(n_with)::INTEGER AS n_with, sum(n_without)::INTEGER AS n_without,
      avg(sr_with) AS sr_with, avg(sr_without) AS sr_without, flatten(list(rollouts ORDER BY rollouts)) AS rollouts,
      ${metricNames.map((name) => `avg(${name}) AS ${name}`).join(", ")}
    FROM pairs GROUP BY candidate_id, task_id`;
  return `SELECT p.*, r.runs_with, r.runs_without FROM (${hasSeveral ? averaged : "SELECT * FROM pairs"}) p
    LEFT JOIN single_runs r ON r.candidate_id = p.candidate_id ORDER BY p.candidate_id, p.task_id`;
}

/** SQL of one row per candidate, in their order: what it is and why some of its pairs could not be used. */
export const candidateSql = `SELECT a.candidate_id, min(c.condition) AS condition, min(a.possible) AS possible,
    min(a.used) AS used, min(a.excluded) AS excluded
  FROM (SELECT candidate_id, sum(n) AS possible, coalesce(sum(n) FILTER (excluded IS NULL), 0) AS used,
      list(excluded || ':' || n ORDER BY excluded) FILTER (excluded IS NOT NULL) AS excluded
    FROM (SELECT candidate_id, excluded, count(*) AS n FROM arms GROUP BY ALL) GROUP BY candidate_id) a
  JOIN sides c ON c.candidate_id = a.candidate_id GROUP BY a.candidate_id ORDER BY a.candidate_id`;

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
export const runVarianceSql =
  "SELECT sum((usable - 1) * variance) / sum(usable - 1) AS variance FROM sides WHERE usable > 1";

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
