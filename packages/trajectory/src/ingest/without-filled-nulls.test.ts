import { expect, test } from "vitest";
import { withoutFilledNulls } from "./without-filled-nulls.ts";

test("calls and tools have no keys of others (trl 5118, ms-swift 10110)", () => {
  const calls = [
    { query: "x", expr: null },
    { query: null, expr: "2+2", options: { precision: null, base: 10 } },
  ];
  expect(withoutFilledNulls({ calls })).toEqual({ calls: [{ query: "x" }, { expr: "2+2", options: { base: 10 } }] });
});

test("columns that are null, and nulls in lists, stay", () => {
  const row = { patch: null, names: ["a", null], n: 0, text: "" };
  expect(withoutFilledNulls(row)).toEqual(row);
});
