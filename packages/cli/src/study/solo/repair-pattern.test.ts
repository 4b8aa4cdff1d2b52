import { expect, test } from "vitest";
import { repairPatternOf } from "./repair-pattern.ts";

function patch(removed: readonly string[], added: readonly string[]): string {
  return [
    "diff --git a/m.py b/m.py",
    "--- a/m.py",
    "+++ b/m.py",
    `@@ -1,${removed.length + 1} +1,${added.length + 1} @@`,
    " def f(x):",
    ...removed.map((line) => `-    ${line}`),
    ...added.map((line) => `+    ${line}`),
    "",
  ].join("\n");
}

test.each<[string, string[], string[]]>([
  ["add-missing-validation", [], ["if x is None:", "    raise ValueError(x)"]],
  ["add-missing-validation", [], ["assert isinstance(x, int)"]],
  ["generalize-single-value-to-collection", ["if kind == 'a':"], ["if kind in ('a', 'b'):"]],
  ["generalize-single-value-to-collection", ["isinstance(x, str)"], ["isinstance(x, (str, bytes))"]],
  ["correct-attribute-or-type", ["return x.name"], ["return x.label"]],
  ["correct-attribute-or-type", ["y = int(x)"], ["y = float(x)"]],
  ["initialize-state", [], ["self.query.subquery = True"]],
  ["other", ["a = b + c"], ["a = compute(b, c, d)", "log(a)"]],
  ["other", ["if x:"], ["if x and y:"]],
])("is %s: %j to %j", (name, removed, added) => {
  expect(repairPatternOf(patch(removed, added))).toBe(name);
});

test("comments and blank lines do not count", () => {
  expect(repairPatternOf(patch([], ["# if x: raise", "", "self.x = 1"]))).toBe("initialize-state");
  expect(repairPatternOf(patch([], ["# a note"]))).toBe("other");
});

test("no patch has no pattern", () => {
  expect(repairPatternOf(null)).toBeNull();
  expect(repairPatternOf("")).toBeNull();
});
