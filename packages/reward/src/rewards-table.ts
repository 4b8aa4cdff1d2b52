import { defineTable } from "@memop/core";
import { metricNames } from "@memop/metrics";

/**
 * One validated reward per memory and task, in percent points. `memory_id` is null where a whole condition was judged and its
 * rollouts of the task name no single memory. See docs/workspace.md#rewards.
 */
export const rewardsTable = defineTable({
  name: "rewards",
  key: ["memory_id", "task_id"],
  columns: {
    memory_id: "VARCHAR",
    task_id: "VARCHAR",
    condition: "VARCHAR",
    reward: "DOUBLE",
    reward_se: "DOUBLE",
    reward_lower: "DOUBLE",
    reward_shrunken: "DOUBLE",
    n_metrics: "INTEGER",
    terms: `STRUCT(${metricNames.map((metric) => `"${metric}" DOUBLE`).join(", ")})`,
    pairs_used: "INTEGER",
    policy: "VARCHAR",
    verdict: "VARCHAR",
    hygiene: "VARCHAR",
  },
});
