import { defineTable } from "@memop/core";

/** What the hygiene checks found: one row per memory or run and reason, with its evidence. See docs/workspace.md#findings. */
export const findingsTable = defineTable({
  name: "findings",
  key: ["subject_kind", "subject_id", "reason"],
  columns: {
    subject_kind: "VARCHAR",
    subject_id: "VARCHAR",
    task_id: "VARCHAR",
    condition: "VARCHAR",
    filter: "VARCHAR",
    reason: "VARCHAR",
    kept_id: "VARCHAR",
    similarity: "DOUBLE",
    evidence: 'STRUCT("place" VARCHAR, "step" INTEGER, "turn" INTEGER, "path" VARCHAR, "excerpt" VARCHAR)[]',
  },
});
