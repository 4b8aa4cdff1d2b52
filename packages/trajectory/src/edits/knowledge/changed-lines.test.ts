import fc from "fast-check";
import { expect, test } from "vitest";
import { changedLines, linesOf } from "./changed-lines.ts";

test("equal lines at both ends are not changed", () => {
  expect(changedLines("a\nb\nc\n", "a\nx\ny\nc\n")).toEqual({ old: { from: 1, to: 2 }, new: { from: 1, to: 3 } });
});

test("without an old text every new line is changed", () => {
  expect(changedLines(null, "a\nb")).toEqual({ old: { from: 0, to: 0 }, new: { from: 0, to: 2 } });
});

test("putting the new range in the place of the old one turns the old text into the new", () => {
  const text = fc.array(fc.constantFrom("a", "b"), { maxLength: 6 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changed = changedLines(before.join("\n"), after.join("\n"));
      const result = [...before];
      result.splice(
        changed.old.from,
        changed.old.to - changed.old.from,
        ...after.slice(changed.new.from, changed.new.to),
      );
      expect(result).toEqual(after);
      expect(linesOf(before.join("\n"))).toEqual(before);
    }),
  );
});
