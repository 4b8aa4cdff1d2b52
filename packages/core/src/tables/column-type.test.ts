import { expect, test } from "vitest";
import { parseColumnType } from "./column-type.ts";

test("a simple type is its name", () => {
  expect(parseColumnType(" varchar ")).toEqual({ kind: "simple", name: "VARCHAR" });
});

test("a list is taken apart from its end", () => {
  expect(parseColumnType("DOUBLE[][]")).toEqual({ kind: "list", item: "DOUBLE[]" });
  expect(parseColumnType('STRUCT("a" DOUBLE)[]')).toEqual({ kind: "list", item: 'STRUCT("a" DOUBLE)' });
});

test("a struct is its fields, whatever their names and types hold", () => {
  const type = 'STRUCT("a, (b" VARCHAR, "c""d" STRUCT(e DECIMAL(4, 2), f VARCHAR[])[], g DOUBLE)';
  expect(parseColumnType(type)).toEqual({
    kind: "struct",
    fields: new Map([
      ["a, (b", "VARCHAR"],
      ['c"d', "STRUCT(e DECIMAL(4, 2), f VARCHAR[])[]"],
      ["g", "DOUBLE"],
    ]),
  });
});
