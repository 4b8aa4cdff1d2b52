import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openDatabase } from "./database.ts";
import { createTable } from "./table-appender.ts";
import { defineTable, type Row } from "./table-schema.ts";

const schema = defineTable({
  name: "things",
  key: ["id"],
  columns: {
    id: "VARCHAR",
    count: "INTEGER",
    share: "DOUBLE",
    flag: "BOOLEAN",
    tags: "VARCHAR[]",
    places: 'STRUCT("file" VARCHAR, "line" INTEGER)[]',
  },
});

async function roundTrip(rows: readonly Row[]): Promise<Row[]> {
  const database = await openDatabase();
  try {
    const appender = await createTable(database, schema, "rows");
    for (const row of rows) appender.append(row);
    appender.finish();
    expect(appender.rows).toBe(rows.length);
    return await database.all("SELECT * FROM rows");
  } finally {
    database.close();
  }
}

const empty = { id: null, count: null, share: null, flag: null, tags: null, places: null };

describe("createTable", () => {
  test("gives back what was put in, nulls for what was not", async () => {
    const row = {
      id: "a",
      count: -7,
      share: 0.1,
      flag: false,
      tags: ["x", null, ""],
      places: [{ file: "f", line: null }, null],
    };
    expect(await roundTrip([row, { id: "b" }, { id: "c", tags: [], places: [] }])).toEqual([
      row,
      { ...empty, id: "b" },
      { ...empty, id: "c", tags: [], places: [] },
    ]);
  });

  test("gives back any text: NUL characters, emoji, quotes", async () => {
    const anyText = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\0", "a\0b", "😀", "\u2028", "'\"", "é\u0301"),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ id: anyText, tags: fc.array(anyText) }), { maxLength: 5 }),
        async (rows) => {
          expect(await roundTrip(rows)).toEqual(rows.map((row) => ({ ...empty, ...row })));
        },
      ),
      { numRuns: 30 },
    );
  });

  test("replaces lone surrogates, which UTF-8 does not have", async () => {
    expect(await roundTrip([{ id: "a\ud835b" }])).toEqual([{ ...empty, id: "a\ufffdb" }]);
  });

  test("takes a text of 50 MB", async () => {
    const id = "é".repeat(25_000_000);
    const [row] = await roundTrip([{ id }]);
    expect(row?.id === id).toBe(true);
  });

  test("takes more rows than DuckDB holds at once", async () => {
    const rows = Array.from({ length: 5000 }, (_, count) => ({ ...empty, id: `r${count}`, count }));
    expect(await roundTrip(rows)).toEqual(rows);
  });

  test.each([
    [{ count: 1.5 }, "count"],
    [{ count: 3e9 }, "count"],
    [{ count: "many" }, "count"],
    [{ share: true }, "share"],
    [{ flag: 1 }, "flag"],
    [{ id: 5 }, "id"],
    [{ id: 5n }, "id"],
    [{ tags: [1] }, "tags"],
    [{ tags: {} }, "tags"],
    [{ places: [{ line: "x" }] }, "places"],
  ])("refuses %o, naming table and column", async (row, column) => {
    await expect(roundTrip([row])).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining(`table things, column ${column}: `),
    });
  });
});
