import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { plainDiff } from "./plain-diff.ts";

const diff = "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x\n+y\n";

describeFormat(plainDiff, new URL("./fixtures/", import.meta.url), {
  malformed: [{ record: "not a diff", names: "unified diff" }],
});

test.each([
  ["diffs/pass/o__r-1-diff.txt", true],
  ["diffs/fail/o__r-1-diff.txt", false],
  ["diffs/o__r-1-diff.txt", undefined],
])("the folder of %s is the label", (path, resolved) => {
  const { trajectory, outcome } = plainDiff.read([diff], { path });
  expect([trajectory.taskId, outcome?.resolved]).toEqual(["o__r-1", resolved]);
});

test("an empty file in a folder of outcomes is a run that changed nothing, elsewhere it is none", () => {
  const path = "diffs/fail/o__r-1-diff.txt";
  expect(plainDiff.matches("\n", { path })).toBe(true);
  const { trajectory, outcome } = plainDiff.read(["\n"], { path });
  expect([trajectory.finalPatch, outcome?.resolved, outcome?.reason]).toEqual(["", false, "empty-patch"]);
  expect(plainDiff.matches("", { path: "o__r-1-diff.txt" })).toBe(false);
});

test.each([
  ["a patch beside its run", diff, "run/patches/o__r-1.patch"],
  ["a diff without a task's name", diff, "x/developer_patch.diff"],
  ["a text that only speaks of a diff", "see diff --git a/a b/a", "x/o__r-1-diff.txt"],
  ["a diff's head alone", "--- a list of things\n", "x/o__r-1.txt"],
])("%s is none", (_, text, path) => {
  expect(plainDiff.matches(text, { path })).toBe(false);
});
