import { defineTable } from "@memop/core";

/** Memories that rollouts were given. See docs/workspace.md#memories. */
export const memoriesTable = defineTable({
  name: "memories",
  key: ["memory_id"],
  columns: {
    memory_id: "VARCHAR",
    parent_memory_id: "VARCHAR",
    episode_index: "INTEGER",
    condition: "VARCHAR",
    task_id: "VARCHAR",
    repo: "VARCHAR",
    structure: "VARCHAR",
    text: "VARCHAR",
    generator: "VARCHAR",
    source_trajectory_ids: "VARCHAR[]",
    content_hash: "VARCHAR",
  },
});
