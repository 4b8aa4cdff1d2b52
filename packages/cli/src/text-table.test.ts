import { expect, test } from "vitest";
import { textTable } from "./text-table.ts";

test("columns are as wide as their widest cell, long cells are cut", () => {
  const [names, , ...lines] = textTable([
    { a: 1, b: "x".repeat(80) },
    { a: 1000, b: null },
  ]).split("\n");
  expect(names).toBe("a     b");
  expect(lines).toEqual([`1     ${"x".repeat(59)}…`, "1000", ""]);
});

test("takes more rows than a call takes arguments", () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => ({ at }));
  expect(textTable(rows).split("\n")).toHaveLength(200_003);
});
