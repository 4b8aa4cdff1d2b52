import { defineTable } from "@memop/core";

/** One row per rollout that could be read. See docs/workspace.md#trajectories. */
export const trajectoriesTable = defineTable({
  name: "trajectories",
  key: ["trajectory_id"],
  columns: {
    trajectory_id: "VARCHAR",
    task_id: "VARCHAR",
    condition: "VARCHAR",
    memory_id: "VARCHAR",
    run: "VARCHAR",
    seed: "INTEGER",
    agent: "VARCHAR",
    model: "VARCHAR",
    format: "VARCHAR",
    source: "VARCHAR",
    turns: "INTEGER",
    budget: "INTEGER",
    exit_status: "VARCHAR",
    health: "VARCHAR",
    final_patch: "VARCHAR",
    prompt_tokens: "DOUBLE",
    completion_tokens: "DOUBLE",
    cached_tokens: "DOUBLE",
    cost_usd: "DOUBLE",
    seconds: "DOUBLE",
    trajectory_json: "VARCHAR",
    /** `source` without the line, and the byte (or Parquet row) where the record starts: the order of the rows. */
    source_file: "VARCHAR",
    source_byte: "DOUBLE",
    /** Size of `trajectory_json` in UTF-8 bytes. */
    trajectory_bytes: "INTEGER",
    /** Where `final_patch` comes from: `trajectory`, `prediction` (a file beside it), or null when there is none. */
    patch_source: "VARCHAR",
  },
});
