import { expect, test } from "vitest";
import { udiffEdits } from "./udiff-edits.ts";

const fence = (...lines: readonly string[]) => ["Here:", "```diff", ...lines, "```"].join("\n");
const edits = (text: string) =>
  udiffEdits(text, () => true).map(({ path, kind, oldText, newText }) => [path, kind, oldText, newText]);

test("each hunk is an edit of the file named above it", () => {
  const text = fence(
    "--- a/pkg/a.py",
    "+++ b/pkg/a.py",
    "@@ ... @@",
    " def f():",
    "-    return 1",
    "+    return 2",
    "@@ ... @@",
    "-x = 1",
    "--- b.py",
    "+++ b.py",
    "@@ ... @@",
    "-y",
    "+z",
  );
  expect(edits(text)).toEqual([
    ["pkg/a.py", "modify", "def f():\n    return 1", "def f():\n    return 2"],
    ["pkg/a.py", "modify", "x = 1", ""],
    ["b.py", "modify", "y", "z"],
  ]);
});

test("a hunk against /dev/null makes the file", () => {
  expect(edits(fence("--- /dev/null", "+++ new.py", "@@ ... @@", "+a", "+b"))).toEqual([
    ["new.py", "create", null, "a\nb"],
  ]);
});

test("a removed line that looks like a header is a line", () => {
  expect(edits(fence("--- a.sql", "+++ a.sql", "@@ ... @@", "--- a comment", "+-- another"))).toEqual([
    ["a.sql", "modify", "-- a comment", "-- another"],
  ]);
});

test("hunks without a change, without a path, and diffs outside a fence are no edits", () => {
  expect(edits(fence("--- a.py", "+++ a.py", "@@ ... @@", " x"))).toEqual([]);
  expect(edits(fence("@@ ... @@", "-x", "+y"))).toEqual([]);
  expect(edits("--- a.py\n+++ a.py\n@@ ... @@\n-x\n+y")).toEqual([]);
});
