import fc from "fast-check";
import { expect, test } from "vitest";
import { testNames } from "./test-names.ts";

test("a list and its JSON text give the same names", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (names) => {
      expect(testNames(names)).toEqual(names);
      expect(testNames(JSON.stringify(names))).toEqual(names);
    }),
  );
});

test("a Python list literal is read with its quotes and escapes", () => {
  expect(testNames(`['t.py::a[x-\\'y\\']', "it's", 'tab\\t\\x41\\u00e9']`)).toEqual([
    "t.py::a[x-'y']",
    "it's",
    "tab\tAé",
  ]);
});

test.each([[""], [null], [undefined], [7], ["none"], [{}]])("%j holds no names", (value) => {
  expect(testNames(value)).toEqual([]);
});
