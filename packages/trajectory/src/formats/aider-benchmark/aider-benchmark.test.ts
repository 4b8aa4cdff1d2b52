import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { aiderBenchmark } from "./aider-benchmark.ts";

describeFormat(aiderBenchmark, new URL("./fixtures/", import.meta.url), {
  under: "bench/python/exercises/practice/two-fer",
  malformed: [{ record: { testcase: "x", tests_outcomes: ["yes"] }, names: "tests_outcomes[0]" }],
  leavesOut: [{ path: /^$/, reason: "the chat's lines, without their marks" }],
});

test("only the chat of an exercise is the benchmark's", () => {
  const chat = "# aider chat started at 2025-01-02 10:00:00\n\n#### do  \n";
  const at = (path: string) => aiderBenchmark.matches(chat, { path });
  expect(at("run/python/exercises/practice/bob/.aider.chat.history.md")).toBe(true);
  expect(at("project/.aider.chat.history.md")).toBe(false);
});

test("results outside an exercise's folder are runs by themselves", () => {
  const group = (path: string) => aiderBenchmark.groupOf({ testcase: "bob", tests_outcomes: [] }, { path });
  expect(group("run/results.jsonl")).toBeNull();
  expect(group("run/go/exercises/practice/bob/.aider.results.json")).toBe("run/go/exercises/practice/bob");
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
