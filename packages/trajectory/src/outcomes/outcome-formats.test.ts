import { describe, expect, test } from "vitest";
import { OutcomeReport } from "../outcome.ts";
import { sniffOutcomeReport } from "./outcome-formats.ts";

function read(record: unknown, path = "runs/report.json") {
  const format = sniffOutcomeReport(record);
  expect(format).not.toBeNull();
  const report = OutcomeReport.parse(format?.read(record, { path }));
  const verdicts = Object.fromEntries(
    report.outcomes.map((outcome) => [outcome.taskId, [outcome.resolved, outcome.health, outcome.reason]]),
  );
  return { name: format?.name, verdicts, namesOnlyResolved: report.namesOnlyResolved };
}

const instance = {
  patch_is_None: false,
  patch_exists: true,
  patch_successfully_applied: true,
  resolved: false,
  tests_status: { FAIL_TO_PASS: { success: [], failure: [] } },
};

describe("a harness report of instances", () => {
  test("gives each id its verdict", () => {
    const { name, verdicts } = read({
      a: { ...instance, resolved: true },
      b: instance,
      c: { ...instance, patch_successfully_applied: false },
      d: { patch_is_None: true, patch_exists: false, patch_successfully_applied: false, resolved: false },
      e: { ...instance, infra_failure: true, infra_failure_reason: "no disk" },
    });
    expect(name).toBe("harness-instance");
    expect(verdicts).toEqual({
      a: [true, "healthy", "resolved"],
      b: [false, "healthy", "unresolved"],
      c: [false, "healthy", "patch-not-applied"],
      d: [false, "healthy", "empty-patch"],
      e: [null, "infra", "infra-failure"],
    });
  });
});

describe("a SWE-smith report of one instance", () => {
  test("is named by its folder", () => {
    const path = "logs/o__r.12345678.pr_1/report.json";
    expect(read(instance, path)).toMatchObject({
      name: "swe-smith-instance",
      verdicts: { "o__r.12345678.pr_1": expect.anything() },
    });
    expect(read(instance, "logs.tar.gz#x/report.json").verdicts).toHaveProperty("x");
    expect(read(instance, "x.tar#report.json").verdicts).toHaveProperty(["x.tar"]);
  });

  test("that is resolved although its patch was not applied says so", () => {
    const { verdicts } = read({ ...instance, resolved: true, patch_successfully_applied: false }, "a/b/report.json");
    expect(verdicts).toEqual({ b: [true, "healthy", "resolved-but-patch-not-applied"] });
  });

  test("without a folder is refused", () => {
    expect(() => read(instance, "report.json")).toThrow(/names no task/);
  });

  test("with test results has tested its patch, whatever it says", () => {
    const { verdicts } = read(
      {
        ...instance,
        patch_successfully_applied: false,
        tests_status: { FAIL_TO_PASS: { success: [], failure: ["t"] } },
      },
      "a/b/report.json",
    );
    expect(verdicts).toEqual({ b: [false, "healthy", "unresolved"] });
  });
});

describe("a summary of a run", () => {
  test("of the harness gives every id the most telling verdict", () => {
    const { name, verdicts, namesOnlyResolved } = read({
      total_instances: 300,
      submitted_ids: ["a", "b", "c", "d", "e", "f"],
      completed_ids: ["a", "b"],
      incomplete_ids: ["z"],
      resolved_ids: ["a"],
      unresolved_ids: ["b"],
      empty_patch_ids: ["c"],
      error_ids: ["d"],
      infra_failure_ids: ["e"],
      failure_reasons: { e: "disk" },
      schema_version: 2,
    });
    expect(name).toBe("harness-summary");
    expect(namesOnlyResolved).toBe(false);
    expect(verdicts).toEqual({
      a: [true, "healthy", "resolved"],
      b: [false, "healthy", "unresolved"],
      c: [false, "healthy", "empty-patch"],
      d: [false, "error", "evaluation-error"],
      e: [null, "infra", "infra-failure"],
      f: [null, "healthy", "no-logs"],
    });
  });

  test("of Multi-SWE-bench says resolved for resolved_ids and may name pull requests", () => {
    const { name, verdicts } = read({
      resolved_instances: 1,
      completed_ids: ["o/r:pr-1", "o/r:pr-2"],
      resolved: ["o/r:pr-1"],
      unresolved_ids: ["o/r:pr-2"],
      error_ids: [],
    });
    expect(name).toBe("harness-summary");
    expect(verdicts).toEqual({ "o__r-1": [true, "healthy", "resolved"], "o__r-2": [false, "healthy", "unresolved"] });
  });

  test("of SWE-smith has its ids beside its counts", () => {
    const { name, verdicts } = read({
      resolved: 1,
      unresolved: 1,
      total: 2,
      ids_resolved: ["a"],
      ids_unresolved: ["b"],
    });
    expect(name).toBe("swe-smith-summary");
    expect(verdicts).toEqual({ a: [true, "healthy", "resolved"], b: [false, "healthy", "unresolved"] });
  });
});

describe("a report with a list per status", () => {
  test("gives what was attempted and not resolved the most telling verdict", () => {
    const { name, verdicts, namesOnlyResolved } = read({
      no_generation: ["g"],
      generated: ["a", "b", "c", "d", "e", "f", "h"],
      with_logs: ["a", "b", "c", "d", "e", "f"],
      install_fail: ["f"],
      reset_failed: [],
      no_apply: ["c"],
      applied: ["a", "b", "d", "e"],
      test_errored: ["e"],
      test_timeout: ["d"],
      resolved: ["a"],
    });
    expect(name).toBe("status-lists");
    expect(namesOnlyResolved).toBe(false);
    expect(verdicts).toEqual({
      a: [true, "healthy", "resolved"],
      b: [false, "healthy", "unresolved"],
      c: [false, "healthy", "patch-not-applied"],
      d: [false, "timeout", "test-timeout"],
      e: [false, "error", "test-error"],
      f: [null, "infra", "install-failure"],
      g: [false, "healthy", "empty-patch"],
      h: [null, "healthy", "no-logs"],
    });
  });

  test("of the resolved ids alone leaves everything else unresolved", () => {
    expect(
      read({ stats: { generated: 9 }, resolved: ["a"], resolved_per_project: { "o/r": ["a"] } }).namesOnlyResolved,
    ).toBe(true);
    expect(read({ resolved: ["a"], no_generation: [], no_logs: [] }).namesOnlyResolved).toBe(true);
    expect(read({ resolved: ["a"] }).namesOnlyResolved).toBe(true);
  });
});

test("an OpenHands Markdown report is read by its headings", () => {
  const text = [
    "# SWE-bench Report",
    "## Summary",
    "- submitted instances: 4",
    "## Resolved Instances",
    "- [a](logs/a.log)",
    "",
    "## Unresolved Instances",
    "- [b](logs/b.log)",
    "- [c](logs/c.log)",
    "## Error Instances",
    "- d",
    "## Empty Patch Instances",
    "- [c](logs/c.log)",
    "## Incomplete Instances",
    "- [z](logs/z.log)",
  ].join("\n");
  expect(read(text)).toMatchObject({
    name: "openhands-markdown",
    verdicts: {
      a: [true, "healthy", "resolved"],
      b: [false, "healthy", "unresolved"],
      c: [false, "healthy", "empty-patch"],
      d: [false, "error", "evaluation-error"],
    },
  });
});

test("a prediction with its report gives that report's verdict", () => {
  const row = { instance_id: "a", model_patch: "x", report: { resolved: false, failed_apply_patch: true } };
  expect(read(row).verdicts).toEqual({ a: [false, "healthy", "patch-not-applied"] });
});

test.each<[string, unknown]>([
  ["a prediction", { instance_id: "a__b-1", model_patch: "x" }],
  ["predictions by id", { "a__b-1": { instance_id: "a__b-1", model_patch: "x" } }],
  ["a task", { instance_id: "a__b-1", base_commit: "c", FAIL_TO_PASS: [], PASS_TO_PASS: [] }],
  ["a run's row", { instance_id: "a", messages: [], resolved: true }],
  ["a run with its report", { instance_id: "a", history: [], test_result: {}, report: { resolved: true } }],
  ["submissions by name", { "20240402_x": ["a__b-1"] }],
  ["a validation of tests", { FAIL_TO_PASS: ["a"], PASS_TO_PASS: ["b"], FAIL_TO_FAIL: [], PASS_TO_FAIL: [] }],
  ["an empty object", {}],
  ["an empty list", []],
  ["prose", "Resolved Instances"],
  ["null", null],
])("%s is no report", (_, record) => {
  expect(sniffOutcomeReport(record)).toBeNull();
});
