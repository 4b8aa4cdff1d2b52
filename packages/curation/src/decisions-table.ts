import { defineTable } from "@memop/core";
import { metricNames } from "@memop/metrics";

const delta = 'STRUCT("mean" DOUBLE, "lower" DOUBLE, "upper" DOUBLE, "n" INTEGER)';

const rates = ["with_rate", "with_lower", "with_upper", "without_rate", "without_lower", "without_upper"];
const success = `STRUCT("tasks" INTEGER, ${[...rates, "difference", "lower", "upper"].map((name) => `"${name}" DOUBLE`).join(", ")},
  "gained" INTEGER, "lost" INTEGER, "mcnemar_p" DOUBLE)`;

/** One verdict per candidate with everything it rests on; rewards and deltas in percent points. See docs/workspace.md#decisions. */
export const decisionsTable = defineTable({
  name: "decisions",
  key: ["candidate_id"],
  columns: {
    candidate_id: "VARCHAR",
    candidate_kind: "VARCHAR",
    trajectory_id: "VARCHAR",
    task_id: "VARCHAR",
    condition: "VARCHAR",
    memory_id: "VARCHAR",
    policy: "VARCHAR",
    verdict: "VARCHAR",
    reward: "DOUBLE",
    reward_se: "DOUBLE",
    reward_lower: "DOUBLE",
    reward_shrunken: "DOUBLE",
    n_metrics: "INTEGER",
    pairs_used: "INTEGER",
    pairs_possible: "INTEGER",
    p_value: "DOUBLE",
    q_value: "DOUBLE",
    e_value: "DOUBLE",
    e_q_value: "DOUBLE",
    more_pairs_needed: "INTEGER",
    reasons: "VARCHAR[]",
    deltas: `STRUCT(${metricNames.map((metric) => `"${metric}" ${delta}`).join(", ")})`,
    success,
    rollouts: "VARCHAR[]",
    false_accept_rate: "DOUBLE",
    hygiene: "VARCHAR",
    hygiene_reasons: "VARCHAR[]",
  },
});
