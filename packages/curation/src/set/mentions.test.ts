import { expect, test } from "vitest";
import { mentionsIn } from "./mentions.ts";

test.each<[string, string, boolean]>([
  ["see src/a.py.", "src/a.py", true],
  ["see `src/a.py:12`", "src/a.py", true],
  ["(in /testbed/src/a.py)", "src/a.py", true],
  ["./src/a.py", "src/a.py", true],
  ["flask/app.py is long", "src/flask/app.py", true],
  ["setup.py", "setup.py", true],
  ["a.py", "src/a.py", false],
  ["src/a.pyc", "src/a.py", false],
  ["other_src/a.py", "src/a.py", false],
  ["src/b.py", "src/a.py", false],
])("%j names %s: %s", (text, path, expected) => {
  expect(mentionsIn(text).namesFile(path)).toBe(expected);
});

test("words are whole names", () => {
  expect(mentionsIn("call total_of(items)").namesWord("total_of")).toBe(true);
  expect(mentionsIn("call grand_total_of(items)").namesWord("total_of")).toBe(false);
});

test("a text of megabytes without a space has its end read too", () => {
  expect(mentionsIn(`${"m".repeat(2 << 20)} src/a.py ${"/m".repeat(1 << 20)}`).namesFile("src/a.py")).toBe(true);
});
