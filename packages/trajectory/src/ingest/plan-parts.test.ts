import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLargeUnit, type PlacedRow, planParts } from "./plan-parts.ts";

const PART_BYTES = 100;

/** Rows of units of the given sizes, each with its rows' sizes; all lie in one file unless `files` says otherwise. */
function rowsOf(units: readonly (readonly number[])[], fileOf: (unit: number) => string = () => "a"): PlacedRow[] {
  const inFile = new Map<string, number>();
  return units.flatMap((sizes, unit) =>
    sizes.map((bytes) => {
      const file = fileOf(unit);
      const rowNumber = inFile.get(file) ?? 0;
      inFile.set(file, rowNumber + 1);
      return { file, rowNumber, unit: `unit ${unit}`, bytes, changes: false };
    }),
  );
}

function unitsOfParts(units: readonly (readonly number[])[]): string[][] {
  const parts = [...planParts(rowsOf(units), new Map(), PART_BYTES)];
  return parts.map(({ rows }) => [...new Set(rows.map(({ unit }) => unit))]);
}

describe("the parts of a table", () => {
  test("end where a unit ends, once they have their size", () => {
    expect(unitsOfParts([[40], [40], [40], [10], [10]])).toEqual([
      ["unit 0", "unit 1", "unit 2"],
      ["unit 3", "unit 4"],
    ]);
  });

  test("hold a large unit alone, whatever stands around it", () => {
    expect(unitsOfParts([[10], [30, 30], [10], [10], [500], [60], [1]])).toEqual([
      ["unit 0"],
      ["unit 1"],
      ["unit 2", "unit 3"],
      ["unit 4"],
      ["unit 5"],
      ["unit 6"],
    ]);
  });

  test("hold every row once, in order, and no unit lies in two", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 1, maxLength: 4 }), { maxLength: 20 }),
        (units) => {
          const rows = rowsOf(units);
          const parts = [...planParts(rows, new Map(), PART_BYTES)];
          expect(parts.flatMap((part) => part.rows)).toEqual(rows);
          const seen = parts.flatMap((part) => [...new Set(part.rows.map(({ unit }) => unit))]);
          expect(new Set(seen).size).toBe(seen.length);
          for (const part of parts) {
            const own = new Set(part.rows.map(({ unit }) => unit));
            const sizes = [...own].map((unit) =>
              part.rows.reduce((sum, row) => sum + (row.unit === unit ? row.bytes : 0), 0),
            );
            if (sizes.some((bytes) => isLargeUnit(bytes, PART_BYTES))) expect(own.size).toBe(1);
            // Without its last unit a part would not have had its size.
            expect(sizes.slice(0, -1).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(PART_BYTES);
          }
        },
      ),
    );
  });

  test("stand as the file that they lie in when it holds exactly them, unchanged and in order", () => {
    const rows = rowsOf([[60], [60], [20], [20]], (unit) => ["a", "b", "c", "c"][unit] as string);
    const rowsInFile = new Map([
      ["a", 1],
      ["b", 2],
      ["c", 2],
    ]);
    const asIs = (of: readonly PlacedRow[]): (string | null)[] =>
      [...planParts(of, rowsInFile, PART_BYTES)].map((part) => part.asIs);
    expect(asIs(rows)).toEqual(["a", null, "c"]);
    expect(asIs(rows.map((row) => ({ ...row, changes: row.file === "c" && row.rowNumber === 1 })))).toEqual([
      "a",
      null,
      null,
    ]);
  });
});
