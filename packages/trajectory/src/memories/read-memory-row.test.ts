import { sha256Hex } from "@memop/core";
import { expect, test } from "vitest";
import { readMemoryRow } from "./read-memory-row.ts";

test("a full row keeps every column", () => {
  const row = {
    memory_id: "m2",
    parent_memory_id: "m1",
    episode_index: 3,
    condition: "sft",
    task_id: "django__django-1",
    repo: "django/django",
    structure: "memory-md",
    text: "Look at forms.py first.",
    generator: "qwen",
    source_trajectory_ids: ["t1", "t2"],
    content_hash: sha256Hex("Look at forms.py first."),
  };
  expect(readMemoryRow(row)).toEqual({
    memoryId: "m2",
    parentMemoryId: "m1",
    episodeIndex: 3,
    condition: "sft",
    taskId: "django__django-1",
    repo: "django/django",
    structure: "memory-md",
    text: "Look at forms.py first.",
    generator: "qwen",
    sourceTrajectoryIds: ["t1", "t2"],
    contentHash: sha256Hex("Look at forms.py first."),
  });
});

test("a short row is its own condition and gets its hash", () => {
  expect(readMemoryRow({ memory_id: "m", text: "" })).toMatchObject({
    condition: "m",
    taskId: null,
    contentHash: sha256Hex(""),
  });
});

test.each([[null], ["m"], [{ memory_id: "m" }], [{ text: "x" }], [{ memory_id: "", text: "x" }], [[]]])(
  "%j is no memory",
  (record) => {
    expect(readMemoryRow(record)).toBeNull();
  },
);
