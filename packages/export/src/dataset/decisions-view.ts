import { defineTable } from "@memop/core";

/** The columns of `decisions` that an export reads; the table itself is defined by whoever writes it. */
export const decisionsView = defineTable({
  name: "decisions",
  key: ["candidate_id"],
  columns: {
    candidate_id: "VARCHAR",
    candidate_kind: "VARCHAR",
    trajectory_id: "VARCHAR",
    condition: "VARCHAR",
    memory_id: "VARCHAR",
    policy: "VARCHAR",
    verdict: "VARCHAR",
    reward: "DOUBLE",
    reward_se: "DOUBLE",
    reward_lower: "DOUBLE",
    reward_shrunken: "DOUBLE",
    pairs_used: "INTEGER",
    pairs_possible: "INTEGER",
    reasons: "VARCHAR[]",
    rollouts: "VARCHAR[]",
    false_accept_rate: "DOUBLE",
    hygiene: "VARCHAR",
    hygiene_reasons: "VARCHAR[]",
  },
});
