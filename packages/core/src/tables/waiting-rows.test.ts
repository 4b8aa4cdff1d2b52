import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openDatabase } from "./database.ts";
import { writeParquet } from "./parquet.ts";
import { createTable } from "./table-appender.ts";
import { defineTable, type Row } from "./table-schema.ts";
import { waitingRows } from "./waiting-rows.ts";

const schema = defineTable({
  name: "things",
  key: ["id"],
  columns: { id: "VARCHAR", count: "INTEGER", share: "DOUBLE", text: "BLOB" },
});

describe("waitingRows", () => {
  test("gives what was put in to one query, nulls for what was not", async () => {
    const database = await openDatabase();
    try {
      const rows = waitingRows(database, schema, "rows");
      rows.append({ id: "a\0é😀", count: -7, share: 0.1, text: new TextEncoder().encode("é\0") });
      rows.append({ id: null });
      rows.finish();
      expect(rows.rows).toBe(2);
      expect(await database.all("SELECT id, count, share, decode(text) AS text FROM rows()")).toEqual([
        { id: "a\0é😀", count: -7, share: 0.1, text: "é\0" },
        { id: null, count: null, share: null, text: null },
      ]);
      expect(await database.all("SELECT * FROM rows()")).toEqual([]);
    } finally {
      database.close();
    }
  });

  test.each([
    [{ count: 1.5 }, "table things, column count: 1.5 is no INTEGER"],
    [{ count: 2 ** 31 }, "table things, column count: 2147483648 is no INTEGER"],
    [{ share: "x" }, 'table things, column share: "x" is no DOUBLE'],
    [{ id: 3 }, "table things, column id: 3 is no VARCHAR"],
  ])("refuses %j when it is appended", async (row, message) => {
    const database = await openDatabase();
    try {
      const rows = waitingRows(database, schema, "rows");
      expect(() => rows.append(row)).toThrow(expect.objectContaining({ code: "BAD_INPUT", message }));
      expect(rows.rows).toBe(0);
    } finally {
      database.close();
    }
  });

  test("a file has the bytes of one that is written from a table with these rows", async () => {
    const folder = temporaryFolder();
    const anyRow = fc.record({
      id: fc.option(fc.string({ unit: "grapheme" })),
      count: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      share: fc.option(fc.double()),
      text: fc.option(fc.string({ unit: "grapheme", maxLength: 9000 }).map((text) => new TextEncoder().encode(text))),
    });
    const sizes = fc.constantFrom(1, 3, 700);
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { maxLength: 9 }), sizes, async (some, times) => {
        const rows = Array.from({ length: times }, () => some).flat();
        expect(await written(folder, "waiting", rows)).toEqual(await written(folder, "table", rows));
      }),
      { numRuns: 15 },
    );
  });

  test("a file of several row groups has the bytes of one that is written from a table", async () => {
    const folder = temporaryFolder();
    const rows = Array.from({ length: 130_000 }, (_, at) => ({
      id: `row ${at}`,
      count: at,
      share: at / 7,
      text: null,
    }));
    expect(await written(folder, "waiting", rows)).toEqual(await written(folder, "table", rows));
  });
});

async function written(folder: string, way: "waiting" | "table", rows: readonly Row[]): Promise<Buffer> {
  const database = await openDatabase();
  try {
    const appender =
      way === "table" ? await createTable(database, schema, "rows") : waitingRows(database, schema, "rows");
    for (const row of rows) appender.append(row);
    appender.finish();
    const file = join(folder, `${way}.parquet`);
    await writeParquet(
      database,
      `SELECT * REPLACE (decode(text) AS text) FROM rows${way === "table" ? "" : "()"}`,
      file,
    );
    return readFileSync(file);
  } finally {
    database.close();
  }
}
