import { expect, test } from "vitest";
import { sedChanges } from "./sed-script.ts";

test.each<[string, unknown[]]>([
  ["s/a/b/", [{ oldText: "a", newText: "b" }]],
  [
    "1,3s/a/b/;5d",
    [
      { oldText: "a", newText: "b", lines: { from: 1, to: 3 } },
      { oldText: null, newText: null, lines: { from: 5, to: 5 } },
    ],
  ],
  ["2,+4d", [{ oldText: null, newText: null, lines: { from: 2, to: 6 } }]],
  ["/def f/,/return/s/a/b/", [{ oldText: "a", newText: "b" }]],
  ["/old line/d", [{ oldText: "old line", newText: null }]],
  ["/old/c\\new", [{ oldText: "old", newText: "new" }]],
  ["$a last", [{ oldText: null, newText: "last" }]],
  [
    "3i\\\n  one\\\n  two\ns/a/b/",
    [
      { oldText: null, newText: "  one\n  two", lines: { from: 3, to: 3 } },
      { oldText: "a", newText: "b" },
    ],
  ],
  [
    "/x/{s/a/b/;s/c/d/}",
    [
      { oldText: "a", newText: "b" },
      { oldText: "c", newText: "d" },
    ],
  ],
  ["# note\ns/a/b/", [{ oldText: "a", newText: "b" }]],
  ["5r other.txt", [{ oldText: null, newText: null, lines: { from: 5, to: 5 } }]],
  ["1,20p", []],
  ["$!N;P;D", [{ oldText: null, newText: null }]],
  ["???", []],
  ["", []],
])("%j", (script, expected) => expect(sedChanges(script)).toEqual(expected));
