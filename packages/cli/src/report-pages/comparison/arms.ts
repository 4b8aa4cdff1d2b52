import { metricNames } from "@memop/metrics";

/**
 * SQL for the arms of an experiment: one row per agent, model, budget, condition, memory-independent task, with the mean of
 * each metric over its healthy rollouts. Stands in a WITH clause as `arms`.
 *
 * A card without a health is taken as healthy: cards made elsewhere may not say.
 */
export const armsSql = `arms AS (
  SELECT coalesce(agent, 'unknown agent') AS agent, coalesce(model, 'unknown model') AS model, budget,
    coalesce(condition, 'none') AS condition, task_id, any_value(coalesce(repo, 'unknown repository')) AS repo,
    count(*) AS rollouts, ${metricNames.map((name) => `avg("${name}") AS "${name}"`).join(", ")},
    avg(cost_usd) AS cost_usd, avg(prompt_tokens) AS prompt_tokens, avg(completion_tokens) AS completion_tokens,
    avg(turns) AS turns, avg(seconds) AS seconds
  FROM scores WHERE coalesce(health, 'healthy') = 'healthy'
  GROUP BY 1, 2, 3, 4, 5)`;

/**
 * SQL for the pairs of those arms, as `pairs`: each arm with memory beside the baseline arm of the same agent, model, budget
 * and task, as structs `base` and `memory`. Needs `arms` before it.
 */
export const pairsSql = `pairs AS (
  SELECT base.agent, base.model, base.task_id, base.repo, memory.condition, base, memory
  FROM arms AS base JOIN arms AS memory ON base.condition = 'none' AND memory.condition <> 'none'
    AND base.agent = memory.agent AND base.model = memory.model AND base.task_id = memory.task_id
    AND base.budget IS NOT DISTINCT FROM memory.budget)`;
