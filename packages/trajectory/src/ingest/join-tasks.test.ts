import { expect, test } from "vitest";
import type { RecordKind } from "../tables/records-table.ts";
import type { Task } from "../task.ts";
import { joinTasks } from "./join-tasks.ts";
import type { RecordRow } from "./staged-row.ts";

const none: Task = {
  taskId: "o__r-1",
  repo: null,
  baseCommit: null,
  language: null,
  problemStatement: null,
  goldPatch: null,
  testPatch: null,
  failToPass: [],
  passToPass: [],
  createdAt: null,
};

function record(kind: RecordKind, source: string, fields: Partial<Task>): RecordRow {
  const payload_json = JSON.stringify({ ...none, ...fields });
  const place = { source, source_file: source, source_byte: 0, ordinal: 0, condition: "none", run: null };
  return { ...place, kind, task_id: "o__r-1", payload_json };
}

test("each field is that of the first record that has it, task records before those inside runs", async () => {
  const { rows, repeated } = await joinTasks([
    record("embedded-task", "run.jsonl", { repo: "x/y", createdAt: "2020-01-01T00:00:00.000Z" }),
    record("task", "poor.json", { repo: "o/r", problemStatement: "first words" }),
    record("task", "rich.jsonl", { problemStatement: "other words", testPatch: "t", failToPass: ["a"] }),
  ]);
  expect(rows).toMatchObject([
    {
      task_id: "o__r-1",
      source: "poor.json",
      repo: "o/r",
      problem_statement: "first words",
      test_patch: "t",
      fail_to_pass: ["a"],
      created_at: "2020-01-01T00:00:00.000Z",
    },
  ]);
  expect(repeated.map((row) => row.source)).toEqual(["rich.jsonl"]);
});

test("a repeated record inside runs is no repeated task", async () => {
  const { rows, repeated } = await joinTasks([
    record("embedded-task", "a.jsonl", { repo: "o/r" }),
    record("embedded-task", "b.jsonl", { repo: "o/r", baseCommit: "c" }),
  ]);
  expect(rows).toMatchObject([{ source: "a.jsonl", base_commit: "c" }]);
  expect(repeated).toEqual([]);
});
