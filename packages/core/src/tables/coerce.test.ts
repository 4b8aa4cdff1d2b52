import { describe, expect, test } from "vitest";
import { coerce } from "./coerce.ts";

const struct = 'STRUCT("file" VARCHAR, "lines" INTEGER[])';

describe("coerce", () => {
  test.each([
    [null, "DOUBLE", null],
    [undefined, "VARCHAR", null],
    ["", "DOUBLE", null],
    ["  ", "INTEGER", null],
    ["nan", "DOUBLE", null],
    [Number.NaN, "DOUBLE", null],
    ["NaN", "VARCHAR[]", null],
    ["", "VARCHAR", ""],
    ["NaN", "VARCHAR", "NaN"],
    [12, "VARCHAR", "12"],
    [true, "VARCHAR", "true"],
    [{ a: 1 }, "VARCHAR", '{"a":1}'],
    [" 1.5 ", "DOUBLE", 1.5],
    ["-.5e-3", "DOUBLE", -0.0005],
    ["7", "INTEGER", 7],
    ["7.0", "INTEGER", 7],
    [-2147483648, "INTEGER", -2147483648],
    ["True", "BOOLEAN", true],
    ["f", "BOOLEAN", false],
    [1, "BOOLEAN", true],
    ["0.0", "BOOLEAN", false],
    ['["a", "b\'s"]', "VARCHAR[]", ["a", "b's"]],
    ["['a', 'b']", "VARCHAR[]", ["a", "b"]],
    [[1, null], "VARCHAR[]", ["1", null]],
    [[], "VARCHAR[]", []],
    [{ file: "a" }, struct, { file: "a", lines: null }],
    ['[{"file":"a","lines":["3"],"more":1}]', `${struct}[]`, [{ file: "a", lines: [3] }]],
  ])("%j as %s is %j", (value, type, expected) => {
    expect(coerce(value, type)).toEqual({ value: expected });
  });

  test.each([
    ["many", "DOUBLE", "is no number"],
    ["0x10", "INTEGER", "is no number"],
    ["Infinity", "DOUBLE", "is no number"],
    [true, "DOUBLE", "is no number"],
    [[1], "DOUBLE", "is no number"],
    ["1.5", "INTEGER", "is no whole number"],
    [3e9, "INTEGER", "outside the 32 bits"],
    ["yes", "BOOLEAN", "neither true nor false"],
    [2, "BOOLEAN", "neither true nor false"],
    ["a, b", "VARCHAR[]", "is no VARCHAR[]"],
    [{}, "VARCHAR[]", "is no VARCHAR[]"],
    [[{}, "x"], "DOUBLE[]", "is no number"],
    [["a"], struct, "is no STRUCT"],
    [{ lines: ["x"] }, struct, 'field lines: "x" is no number'],
  ])("%j as %s is refused", (value, type, problem) => {
    expect(coerce(value, type)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test("shows no more of a long value than its beginning", () => {
    const refused = coerce("x".repeat(1000), "DOUBLE");
    expect("problem" in refused && refused.problem.length).toBeLessThan(80);
  });
});
