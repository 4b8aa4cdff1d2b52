import fc from "fast-check";
import { expect, test } from "vitest";
import { applyHunks } from "./apply-hunks.ts";
import { parseUnifiedDiff } from "./parse-unified-diff.ts";
import { reversePatch } from "./reverse-patch.ts";

const hunksOf = (body: string) => parseUnifiedDiff(`--- a/f\n+++ b/f\n${body}`)[0]?.hunks ?? [];

test("hunks are applied at the lines that they name", () => {
  const hunks = hunksOf("@@ -2,2 +2,2 @@\n b\n-c\n+C\n@@ -5,1 +5,2 @@\n e\n+f\n");
  expect(applyHunks(["a", "b", "c", "d", "e"], hunks)).toEqual({
    lines: ["a", "b", "C", "d", "e", "f"],
    removed: [3],
    added: [3, 6],
  });
});

test("a hunk whose lines stand elsewhere is applied at the nearest place, and those after it moved along", () => {
  const hunks = hunksOf("@@ -1,2 +1,2 @@\n b\n-c\n+C\n@@ -4,1 +4,2 @@\n e\n+f\n");
  expect(applyHunks(["b", "b", "c", "d", "e", "x", "e"], hunks)?.lines).toEqual([
    "b",
    "b",
    "C",
    "d",
    "e",
    "f",
    "x",
    "e",
  ]);
});

test("a hunk without old lines begins after the line that it names", () => {
  expect(applyHunks(["a", "b"], hunksOf("@@ -1,0 +2,1 @@\n+x\n"))?.lines).toEqual(["a", "x", "b"]);
  expect(applyHunks([], hunksOf("@@ -0,0 +1,1 @@\n+x\n"))?.lines).toEqual(["x"]);
});

test("a hunk that does not fit gives null", () => {
  const hunks = hunksOf("@@ -2,2 +2,2 @@\n b\n-c\n+C\n");
  expect(applyHunks(["a", "b", "x"], hunks)).toBeNull();
  expect(applyHunks(["a"], hunks)).toBeNull();
});

test("carriage returns do not matter", () => {
  expect(applyHunks(["a\r", "b\r"], hunksOf("@@ -1,2 +1,2 @@\n a\n-b\n+c\n"))?.lines).toEqual(["a\r", "c"]);
});

test("what a patch did, its reverse undoes", () => {
  const line = fc.constantFrom("a", "b", "c", "");
  const change = fc.record({
    at: fc.nat({ max: 9 }),
    removed: fc.nat({ max: 3 }),
    added: fc.array(line, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 10, maxLength: 10 }), change, (lines, { at, removed, added }) => {
      const gone = lines.slice(at, at + removed);
      fc.pre(gone.length + added.length > 0);
      const start = (count: number) => (count === 0 ? at : at + 1);
      const header = `@@ -${start(gone.length)},${gone.length} +${start(added.length)},${added.length} @@\n`;
      const body = [...gone.map((each) => `-${each}\n`), ...added.map((each) => `+${each}\n`)].join("");
      const patch = parseUnifiedDiff(`--- a/f\n+++ b/f\n${header}${body}`);
      const after = applyHunks(lines, patch[0]?.hunks ?? []);
      expect(after?.lines).toEqual([...lines.slice(0, at), ...added, ...lines.slice(at + removed)]);
      expect(applyHunks(after?.lines ?? [], reversePatch(patch)[0]?.hunks ?? [])?.lines).toEqual(lines);
    }),
  );
});
