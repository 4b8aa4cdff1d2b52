import { describe, expect, test } from "vitest";
import type { Edit } from "../../edit.ts";
import type { EditPlace } from "../shell-editor.ts";
import { appliedEdit } from "./applied-edit.ts";

function edit(oldText: string | null, newText: string | null, more: Partial<Edit> = {}): Edit {
  const fixed = { path: "f", kind: "modify", oldPath: null, succeeded: true, via: "tool" } as const;
  return { ...fixed, functions: [], oldText, newText, ...more };
}

const text = "a\nb\nab\nc\n";

test.each<[string, Edit, EditPlace, string | null]>([
  ["the one text that is there is replaced", edit("b\nab", "x"), {}, "a\nx\nc\n"],
  ["a tool replaces every text", edit("b", "x"), {}, "a\nx\nax\nc\n"],
  ["a shell's program replaces every text in a line", edit("b", "x", { via: "shell" }), {}, "a\nx\nax\nc\n"],
  [
    "only among the lines that are named",
    edit("b", "x", { via: "shell" }),
    { lines: { from: 3, to: 4 } },
    "a\nb\nax\nc\n",
  ],
  ["only in lines that hold a text", edit("b", "x", { via: "shell" }), { near: "ab" }, "a\nb\nax\nc\n"],
  ["a text at one end of its line may be another one", edit("b", "x"), { isAnchored: true }, null],
  ["a text that is not there", edit("z", "x"), {}, null],
  ["a new text that is not known", edit("a", null), {}, null],
  ["named lines give way", edit(null, "x\ny\n"), { lines: { from: 2, to: 3 } }, "a\nx\ny\nc\n"],
  ["named lines give way to a blank one", edit(null, ""), { lines: { from: 2, to: 3 } }, "a\n\nc\n"],
  ["named lines are removed", edit(null, null), { lines: { from: 2, to: 3 }, how: "remove" }, "a\nc\n"],
  ["lines are put before", edit(null, "x"), { lines: { from: 2, to: 2 }, how: "before" }, "a\nx\nb\nab\nc\n"],
  ["lines are put after", edit(null, "x"), { lines: { from: 2, to: 2 }, how: "after" }, "a\nb\nx\nab\nc\n"],
  ["lines are put at the top", edit(null, "x"), { lines: { from: 0, to: 0 }, how: "after" }, "x\na\nb\nab\nc\n"],
  ["lines that hold a text are removed", edit("b", null), { near: "b", how: "remove" }, "a\nc\n"],
  ["lines are put beside those that hold a text", edit(null, "x"), { near: "c", how: "after" }, "a\nb\nab\nc\nx\n"],
  ["text goes to the end", edit(null, "x\n"), { how: "at-end" }, "a\nb\nab\nc\nx\n"],
  ["lines beyond the end", edit(null, "x"), { lines: { from: 50, to: 60 } }, null],
  ["a place that is not told", edit(null, "x"), {}, null],
  ["a whole file", edit(null, "x\r\n", { kind: "create" }), {}, "x\n"],
])("%s", (_, change, place, expected) => {
  expect(appliedEdit(text, change, place)).toBe(expected);
});

describe("of several places, whole lines win", () => {
  test("for text of several lines", () => {
    expect(appliedEdit("xa\nb\na\nb\n", edit("a\nb", "c"), {})).toBe("xa\nb\nc\n");
  });
});

test("nothing is known of a file whose text is not", () => {
  expect(appliedEdit(null, edit("a", "b"), {})).toBeNull();
  expect(appliedEdit(null, edit(null, "b", { kind: "create" }), {})).toBe("b");
});
