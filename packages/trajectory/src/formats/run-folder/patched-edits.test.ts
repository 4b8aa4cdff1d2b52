import { expect, test } from "vitest";
import { patchedEdits } from "./patched-edits.ts";

test("each pair of texts is an edit of the file named last", () => {
  const text =
    "<file>a.py</file>\n<original>\nx\n</original>\n<patched>\ny\n</patched>\nand\n" +
    "<original>p</original> <patched></patched>\n<file>./pkg/b.py</file><original>1</original><patched>2</patched>";
  expect(patchedEdits(text, true).map(({ path, oldText, newText }) => [path, oldText, newText])).toEqual([
    ["a.py", "x", "y"],
    ["a.py", "p", ""],
    ["pkg/b.py", "1", "2"],
  ]);
});

test("search results, which name files but change none, are no edits", () => {
  expect(patchedEdits("<file>a.py</file> <func>f</func> <code>def f(): ...</code>", true)).toEqual([]);
});

test("texts before any file are no edits", () => {
  expect(patchedEdits("<original>x</original><patched>y</patched>", true)).toEqual([]);
});
