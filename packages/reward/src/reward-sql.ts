import { metricNames } from "@memop/metrics";

const means = metricNames.map((name) => `avg(${name}) FILTER (is_with) - avg(${name}) FILTER (NOT is_with) AS ${name}`);
const composite = `list_avg([${metricNames.join(", ")}])`;

/**
 * SQL of one row per candidate and task from views `decisions` and `scores`: the differences of the very rollouts that the
 * decision rests on, paired as they were (agent, model, turn budget), and what the decision says of the whole candidate.
 *
 * `true_variance` is τ² of empirical Bayes over the rows of candidates with several tasks: max(0, mean(r² − se²)).
 * `run_se` is √(s²_with/n_with + s²_without/n_without) over repeated rollouts of this task; null without repeats on both sides.
 */
export const rewardSql = `WITH judged AS (
    SELECT * FROM decisions WHERE candidate_kind IN ('memory', 'condition')),
  used AS (
    SELECT d.candidate_id, s.*, CASE WHEN d.candidate_kind = 'memory' THEN s.memory_id IS NOT DISTINCT FROM d.memory_id
        ELSE s.condition = d.condition END AS is_with, ${composite} AS composite
    FROM (SELECT candidate_id, candidate_kind, memory_id, condition, unnest(rollouts) AS rollout FROM judged) d
    JOIN scores s ON s.trajectory_id = d.rollout),
  pairs AS (
    SELECT candidate_id, task_id, ${means.join(", ")}
    FROM used GROUP BY candidate_id, task_id, agent, model, budget),
  tasks AS (
    SELECT candidate_id, task_id, count(*) AS pairs, ${metricNames.map((name) => `avg(${name}) AS ${name}`).join(", ")}
    FROM pairs GROUP BY candidate_id, task_id),
  runs AS (
    SELECT candidate_id, task_id, min(memory_id) FILTER (is_with) AS memory_id,
      count(DISTINCT memory_id) FILTER (is_with) AS memories,
      sqrt(var_samp(composite) FILTER (is_with) / count(*) FILTER (is_with)
        + var_samp(composite) FILTER (NOT is_with) / count(*) FILTER (NOT is_with)) AS run_se
    FROM used GROUP BY candidate_id, task_id),
  joined AS (
  SELECT d.candidate_id, d.candidate_kind, d.condition, d.policy, d.verdict, d.reward AS candidate_reward,
    d.reward_se AS candidate_se, d.reward_lower AS candidate_lower, d.reward_shrunken AS candidate_shrunken, d.hygiene, count(*) OVER (PARTITION BY d.candidate_id) AS candidate_tasks,
    CASE WHEN d.candidate_kind = 'memory' THEN d.memory_id WHEN r.memories = 1 THEN r.memory_id END AS memory_id,
    r.run_se, list_avg([${metricNames.map((name) => `t.${name}`).join(", ")}]) AS own_reward, t.task_id, t.pairs, ${metricNames.map((name) => `t.${name}`).join(", ")}
  FROM judged d JOIN tasks t ON t.candidate_id = d.candidate_id
  JOIN runs r ON r.candidate_id = t.candidate_id AND r.task_id = t.task_id
  )
  SELECT *, greatest(0, avg(own_reward ** 2 - run_se ** 2) FILTER (candidate_tasks > 1 AND run_se IS NOT NULL) OVER ()) AS true_variance
  FROM joined ORDER BY candidate_id, task_id`;
