import { expect, test } from "vitest";
import { sedChanges } from "./sed-script.ts";

/** There is no `g`. */
const once = { isOncePerLine: true };

test.each<[string, unknown[]]>([
  ["s/a/b/g", [{ oldText: "a", newText: "b" }]],
  ["s/a/b/2", [{ ...once, oldText: "a", newText: "b", isAnchored: true }]],
  ["s/a/b/gI", [{ oldText: null, newText: "b" }]],
  ["s/a/b/", [{ ...once, oldText: "a", newText: "b" }]],
  [
    "1,3s/a/b/;5d",
    [
      { ...once, oldText: "a", newText: "b", lines: { from: 1, to: 3 } },
      { oldText: null, newText: null, how: "remove", lines: { from: 5, to: 5 } },
    ],
  ],
  ["2,+4d", [{ oldText: null, newText: null, how: "remove", lines: { from: 2, to: 6 } }]],
  ["/def f/,/return/s/a/b/", [{ ...once, oldText: "a", newText: "b" }]],
  ["s/^a$/b/", [{ ...once, oldText: "a", newText: "b", isAnchored: true }]],
  ["/old line/d", [{ oldText: "old line", newText: null, how: "remove", near: "old line" }]],
  ["/a/,/b/d", [{ oldText: "a", newText: null }]],
  ["/old/c\\new", [{ oldText: "old", newText: "new", how: "replace", near: "old" }]],
  ["/old/s/a/b/", [{ ...once, oldText: "a", newText: "b", near: "old" }]],
  ["$a last", [{ oldText: null, newText: "last", how: "last-line" }]],
  [
    "2d;5,6c\\new\n8i\\top",
    [
      { oldText: null, newText: null, how: "remove", lines: { from: 2, to: 2 } },
      { oldText: null, newText: "new", how: "replace", lines: { from: 4, to: 5 } },
      { oldText: null, newText: "top", how: "before", lines: { from: 6, to: 6 } },
    ],
  ],
  [
    "3i\\\n  one\\\n  two\ns/a/b/",
    [
      { oldText: null, newText: "  one\n  two", how: "before", lines: { from: 3, to: 3 } },
      { ...once, oldText: "a", newText: "b" },
    ],
  ],
  [
    "/x/{s/a/b/;s/c/d/}",
    [
      { ...once, oldText: "a", newText: "b", near: "x" },
      { ...once, oldText: "c", newText: "d" },
    ],
  ],
  ["# note\ns/a/b/", [{ ...once, oldText: "a", newText: "b" }]],
  ["5r other.txt", [{ oldText: null, newText: null, lines: { from: 5, to: 5 } }]],
  ["1,20p", []],
  ["$!N;P;D", [{ oldText: null, newText: null, how: "remove" }]],
  ["???", []],
  ["", []],
])("%j", (script, expected) => expect(sedChanges(script)).toEqual(expected));
