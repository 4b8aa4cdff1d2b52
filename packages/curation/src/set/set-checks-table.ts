import { defineTable } from "@memop/core";

/** What holds of accepted memories only when they are seen together, or later. See docs/workspace.md#set_checks. */
export const setChecksTable = defineTable({
  name: "set_checks",
  key: ["kind", "memory_ids", "condition"],
  columns: {
    kind: "VARCHAR",
    memory_ids: "VARCHAR[]",
    condition: "VARCHAR",
    task_id: "VARCHAR",
    repo: "VARCHAR",
    verdict: "VARCHAR",
    reward: "DOUBLE",
    reward_se: "DOUBLE",
    reward_lower: "DOUBLE",
    reward_alone: "DOUBLE",
    p_value: "DOUBLE",
    pairs_used: "INTEGER",
    pairs_possible: "INTEGER",
    reasons: "VARCHAR[]",
    evidence: "VARCHAR[]",
  },
});

/** What a row of `set_checks` can be about. */
export const setCheckKinds = [
  "together",
  "jointly-harmful",
  "contradiction",
  "overlap",
  "file-removed",
  "file-renamed",
  "symbol-removed",
  "file-changed",
] as const;

/** One of `setCheckKinds`. */
export type SetCheckKind = (typeof setCheckKinds)[number];
