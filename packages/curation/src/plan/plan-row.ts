import { defineTable } from "@memop/core";

/** Columns of a plan file: rollouts to run next, the most wanted first. See docs/acceptance.md#plan. */
export const planTable = defineTable({
  name: "plan",
  key: ["task_id", "condition", "memory_id"],
  columns: {
    task_id: "VARCHAR",
    condition: "VARCHAR",
    memory_id: "VARCHAR",
    runs_wanted: "INTEGER",
    reason: "VARCHAR",
  },
});

/** Rollouts of one task in one arm that should be run. */
export interface PlanRow {
  readonly task_id: string;
  readonly condition: string;
  /** Null for the baseline, and where a condition is judged as a whole. */
  readonly memory_id: string | null;
  readonly runs_wanted: number;
  /**
   * `new-task`: the memory was not tried on it yet; `more-runs`: the only task of its memory; else why the pair could not be
   * used so far, as in `excluded:` reasons: `not-run`, `no-baseline`, `timeout`, `baseline-infra`, ….
   */
  readonly reason: string;
}
