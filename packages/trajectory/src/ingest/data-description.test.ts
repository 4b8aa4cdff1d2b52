import { expect, test } from "vitest";
import { dataDescription } from "./data-description.ts";

test.each([
  ["- dirname: 2025-01-01--x\n  test_cases: 225\n  model: m\n", "totals of Aider's benchmark, by model"],
  [{ num_tasks: 3, total_cost: 1, avg_cost: 0.3 }, "totals of AutoCodeRover over many tasks (stats.json)"],
  [{ run_id: "r", dataset_name: "d", n_attempts: 1, agent_name: "a" }, "the settings of a run of Terminal-Bench"],
  [{ lockfile_version: "1", harness: {} }, "the settings of a run of Terminal-Bench"],
  ["dirname: x", null],
  [{ num_tasks: 3 }, null],
  [null, null],
])("%j is described as %j", (value, what) => {
  expect(dataDescription(value)).toBe(what);
});
