import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { aiderBenchmark } from "./aider-benchmark.ts";

describeFormat(aiderBenchmark, new URL("./fixtures/", import.meta.url), {
  under: "bench/python/exercises/practice/two-fer",
  malformed: [{ record: { testcase: "x", tests_outcomes: ["yes"] }, names: "tests_outcomes[0]" }],
});

test.each([
  [[false, true], true],
  [[false, false], false],
  [[], undefined],
])("of the tries %j the last counts", (tests_outcomes, resolved) => {
  const { outcome } = aiderBenchmark.read([{ testcase: "two-fer", tests_outcomes }], { path: "x" });
  expect(outcome?.resolved).toBe(resolved);
});

test("an exception is no verdict", () => {
  const { trajectory, outcome } = aiderBenchmark.read([{ exception: "boom" }], { path: "b/bob/.aider.results.json" });
  expect([trajectory.taskId, trajectory.health, outcome]).toEqual(["bob", "error", null]);
});
