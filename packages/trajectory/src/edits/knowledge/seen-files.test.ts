import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SeenFiles } from "./seen-files.ts";

function seen(first: number, ...lines: readonly string[]): SeenFiles {
  const files = new SeenFiles();
  files.see("f", first, lines);
  return files;
}

describe("text is found", () => {
  test("as whole lines, and as parts of the first and last", () => {
    const files = seen(10, "def f():", "    a = 1", "    b = 2");
    expect(files.find("f", "    a = 1\n    b = 2\n")).toEqual([11]);
    expect(files.find("f", "1\n    b")).toEqual([11]);
    expect(files.find("f", " = ")).toEqual([11, 12]);
  });

  test("nowhere across a gap, in another file, or when it is blank", () => {
    const files = seen(1, "a");
    files.see("f", 3, ["b"]);
    expect(files.find("f", "a\nb")).toEqual([]);
    expect(files.find("g", "a")).toEqual([]);
    expect(files.find("f", "\n ")).toEqual([]);
  });
});

test("the lines above a line end at the first gap", () => {
  const files = seen(1, "a");
  files.see("f", 3, ["b", "c"]);
  expect(files.linesUpTo("f", 4)).toEqual(["b", "c"]);
  expect(files.linesUpTo("f", 2)).toEqual([]);
});

test("a change moves what stands below it, as splicing the whole file would", () => {
  const line = fc.string({ maxLength: 3 });
  const change = fc.record({
    first: fc.integer({ min: 1, max: 8 }),
    removed: fc.integer({ min: 0, max: 4 }),
    added: fc.array(line, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 12, maxLength: 12 }),
      fc.array(change, { maxLength: 2 }),
      (lines, changes) => {
        const files = seen(1, ...lines);
        const whole = [...lines];
        for (const { first, removed, added } of changes) {
          files.change("f", first, removed, added);
          whole.splice(first - 1, removed, ...added);
        }
        expect(files.linesUpTo("f", whole.length)).toEqual(whole);
      },
    ),
  );
});
