import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseApplyPatch } from "./parse-apply-patch.ts";

const shown = (text: string) =>
  parseApplyPatch(text).map(({ kind, path, oldPath, oldText, newText }) => [kind, path, oldPath, oldText, newText]);

const envelope = (...lines: readonly string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

describe("an apply_patch envelope", () => {
  test("adds, deletes and updates files, one edit per hunk", () => {
    expect(
      shown(
        envelope(
          "*** Add File: a.sh",
          "+x",
          "+",
          "*** Delete File: b.py",
          "*** Update File: c.py",
          "@@ def f():",
          " one",
          "-two",
          "+2",
          "@@",
          "+three",
        ),
      ),
    ).toEqual([
      ["create", "a.sh", null, null, "x\n\n"],
      ["delete", "b.py", null, null, null],
      ["modify", "c.py", null, "one\ntwo", "one\n2"],
      ["modify", "c.py", null, null, "three"],
    ]);
  });

  test("moves a file, with or without changes", () => {
    expect(shown(envelope("*** Update File: a.py", "*** Move to: b.py"))).toEqual([
      ["rename", "b.py", "a.py", null, null],
    ]);
    expect(shown(envelope("*** Update File: a.py", "*** Move to: b.py", "@@", "-x", "+y"))).toEqual([
      ["rename", "b.py", "a.py", "x", "y"],
    ]);
  });

  test("names functions by its @@ lines", () => {
    const [edit] = parseApplyPatch(
      envelope("*** Update File: a.py", "@@ class A:", "@@     def f(self):", "         x", "-        y", "+        z"),
    );
    expect(edit?.functions).toEqual(["f"]);
  });

  test("names functions that its lines show", () => {
    const [edit] = parseApplyPatch(
      envelope("*** Update File: a.py", "@@ class A:", "     def f(self):", "-        y", "+        z"),
    );
    expect(edit?.functions).toEqual(["A.f"]);
  });

  test("may lack its end, its @@ line, and the space of a blank context line", () => {
    expect(shown("text\n*** Begin Patch\n*** Update File: a.py\n one\n\n-two\n+2")).toEqual([
      ["modify", "a.py", null, "one\n\ntwo", "one\n\n2"],
    ]);
  });

  test("may have Windows line ends and a mark for the end of the file", () => {
    expect(
      shown(envelope("*** Update File: a.py", "@@", "-x", "+y", "*** End of File").replaceAll("\n", "\r\n")),
    ).toEqual([["modify", "a.py", null, "x", "y"]]);
  });

  test.each(["", "*** Update File: a.py\n-x\n+y", "nothing"])("is needed: %j gives none", (text) => {
    expect(parseApplyPatch(text)).toEqual([]);
  });

  test("never makes it throw", () => {
    const line = fc.constantFrom(
      "*** Begin Patch",
      "*** End Patch",
      "*** Update File: a",
      "*** Add File: b",
      "*** Move to: c",
      "@@",
      "@@ x @@",
      "+a",
      "-b",
      " c",
      "",
      "d",
    );
    fc.assert(fc.property(fc.array(line), (lines) => Array.isArray(parseApplyPatch(lines.join("\n")))));
  });
});
