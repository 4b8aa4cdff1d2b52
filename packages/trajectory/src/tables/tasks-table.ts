import { defineTable } from "@memop/core";

/** Tasks with their reference solutions. See docs/workspace.md#tasks. */
export const tasksTable = defineTable({
  name: "tasks",
  key: ["task_id"],
  columns: {
    task_id: "VARCHAR",
    repo: "VARCHAR",
    base_commit: "VARCHAR",
    language: "VARCHAR",
    problem_statement: "VARCHAR",
    gold_patch: "VARCHAR",
    test_patch: "VARCHAR",
    fail_to_pass: "VARCHAR[]",
    pass_to_pass: "VARCHAR[]",
    gold_files: "VARCHAR[]",
    gold_functions: 'STRUCT("file" VARCHAR, "name" VARCHAR)[]',
    /** Which way they were found, and why the patch alone was used: see functions/patch-functions.ts. */
    gold_functions_from: "VARCHAR",
    gold_functions_reasons: "VARCHAR[]",
    created_at: "VARCHAR",
    /** How its parts were derived from a repository: see tasks/from-git/derive-task.ts. */
    derivation_json: "VARCHAR",
    source: "VARCHAR",
  },
});
