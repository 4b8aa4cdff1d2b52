import fc from "fast-check";
import { expect, test } from "vitest";
import { lineDifference } from "./line-difference.ts";

test("lines that were put in, taken away or exchanged are told by number", () => {
  expect(lineDifference(["a", "b", "c"], ["a", "x", "b", "c"])).toEqual({ removed: [], added: [2] });
  expect(lineDifference(["a", "b", "c"], ["a", "c"])).toEqual({ removed: [2], added: [] });
  expect(lineDifference(["a", "b", "c", "d", "e"], ["a", "B", "c", "D", "e"])).toEqual({
    removed: [2, 4],
    added: [2, 4],
  });
  expect(lineDifference([], ["a"])).toEqual({ removed: [], added: [1] });
  expect(lineDifference(["a"], ["a"])).toEqual({ removed: [], added: [] });
});

/** Length of the longest common subsequence, by the table that everybody knows. */
function common(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const row = table[i] as number[];
      const above = table[i - 1] as number[];
      row[j] =
        a[i - 1] === b[j - 1] ? (above[j - 1] as number) + 1 : Math.max(above[j] as number, row[j - 1] as number);
    }
  }
  return table[a.length]?.[b.length] ?? 0;
}

test("what is left of both texts is the same, and no more of it could be", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 14 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { removed, added } = lineDifference(before, after);
      const left = before.filter((_, at) => !removed.includes(at + 1));
      expect(after.filter((_, at) => !added.includes(at + 1))).toEqual(left);
      expect(left).toHaveLength(common(before, after));
    }),
  );
});

test("texts that have nothing in common are changed from end to end", () => {
  const before = Array.from({ length: 4000 }, (_, at) => `a${at}`);
  const after = Array.from({ length: 4000 }, (_, at) => `b${at}`);
  const { removed, added } = lineDifference(["same", ...before, "end"], ["same", ...after, "end"]);
  expect([removed.length, removed[0], added.length, added.at(-1)]).toEqual([4000, 2, 4000, 4001]);
});
