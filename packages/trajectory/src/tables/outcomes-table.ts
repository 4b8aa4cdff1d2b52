import { defineTable } from "@memop/core";

/** Whether a rollout solved its task, by which evidence. See docs/workspace.md#outcomes. */
export const outcomesTable = defineTable({
  name: "outcomes",
  key: ["trajectory_id"],
  columns: {
    trajectory_id: "VARCHAR",
    task_id: "VARCHAR",
    resolved: "BOOLEAN",
    health: "VARCHAR",
    reason: "VARCHAR",
    source: "VARCHAR",
  },
});
