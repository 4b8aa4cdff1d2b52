import { defineTable } from "@memop/core";

/**
 * One score card per rollout: the ten metrics in percent (null = undefined) and what was spent. See docs/workspace.md#scores.
 */
export const scoresTable = defineTable({
  name: "scores",
  key: ["trajectory_id"],
  columns: {
    trajectory_id: "VARCHAR",
    task_id: "VARCHAR",
    condition: "VARCHAR",
    memory_id: "VARCHAR",
    run: "VARCHAR",
    repo: "VARCHAR",
    agent: "VARCHAR",
    model: "VARCHAR",
    turns: "INTEGER",
    budget: "INTEGER",
    health: "VARCHAR",
    la_file_1: "DOUBLE",
    la_file_all: "DOUBLE",
    la_func_1: "DOUBLE",
    la_func_all: "DOUBLE",
    le_file_1: "DOUBLE",
    le_file_all: "DOUBLE",
    le_func_1: "DOUBLE",
    le_func_all: "DOUBLE",
    sr: "DOUBLE",
    e_resolve: "DOUBLE",
    cost_usd: "DOUBLE",
    prompt_tokens: "DOUBLE",
    completion_tokens: "DOUBLE",
    seconds: "DOUBLE",
    compat: "VARCHAR",
    /** How the functions of the gold patch and of the edits were found: `source`, `patch`, `mixed`; see goldAndEdits. */
    functions_from: "VARCHAR",
    notes: "VARCHAR[]",
    /** Hash of all that the card was computed from; null when it cannot be told, so that the card is never kept. */
    made_from: "VARCHAR",
  },
});
