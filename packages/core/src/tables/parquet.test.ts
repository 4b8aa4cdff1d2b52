import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRandom } from "../random.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openDatabase } from "./database.ts";
import { readParquetSql, writeParquet } from "./parquet.ts";
import { createTable } from "./table-appender.ts";
import { defineTable, type Row } from "./table-schema.ts";

const schema = defineTable({
  name: "things",
  key: ["id"],
  columns: { id: "VARCHAR", text: "VARCHAR", share: "DOUBLE", tags: "VARCHAR[]" },
});

/** Rows with nulls, repeats and long texts, over more than one of DuckDB's row groups of 122,880 rows. */
function rowsOf(count: number): Row[] {
  const random = createRandom("parquet");
  return Array.from({ length: count }, (_, at) => ({
    id: `r${String(at).padStart(6, "0")}`,
    text: at % 11 === 0 ? null : `${random.integer(5)} `.repeat(random.integer(9)),
    share: at % 7 === 0 ? null : random.next(),
    tags: at % 5 === 0 ? null : ["x", `${random.integer(3)}`].slice(0, random.integer(3)),
  }));
}

async function write(rows: readonly Row[], file: string): Promise<void> {
  const database = await openDatabase();
  const appender = await createTable(database, schema, "rows");
  for (const row of rows) appender.append(row);
  appender.finish();
  await writeParquet(database, "SELECT * FROM rows ORDER BY id", file);
  database.close();
}

async function copy(files: readonly string[], to: string): Promise<void> {
  const database = await openDatabase();
  await writeParquet(database, `SELECT * FROM ${readParquetSql(files)} ORDER BY id`, to);
  database.close();
}

describe("writeParquet", () => {
  test("gives the same bytes for the same rows: appended, copied, and joined from parts of other sizes", async () => {
    const folder = temporaryFolder();
    const path = (name: string): string => join(folder, `${name}.parquet`);
    const rows = rowsOf(125_000);
    await write(rows, path("first"));
    await write(rows, path("second"));
    await write(rows.slice(0, 1000), path("a"));
    await write(rows.slice(1000, 120_001), path("b"));
    await write(rows.slice(120_001), path("c"));
    await copy([path("first")], path("copied"));
    await copy([path("a"), path("b"), path("c")], path("joined"));
    const expected = readFileSync(path("first"));
    for (const name of ["second", "copied", "joined"]) {
      expect([name, readFileSync(path(name)).equals(expected)]).toEqual([name, true]);
    }
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("leaves the old file when the query fails, and no other", async () => {
    const folder = temporaryFolder({ "a'b.parquet": "old" });
    const database = await openDatabase();
    const failing = "SELECT CASE WHEN range < 9000 THEN 1 ELSE error('late') END AS n FROM range(10000)";
    await expect(writeParquet(database, failing, join(folder, "a'b.parquet"))).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
    expect(readFileSync(join(folder, "a'b.parquet"), "utf8")).toBe("old");
    expect(existsSync(join(folder, "a'b.parquet.tmp"))).toBe(false);
    await writeParquet(database, "SELECT 1 AS n", join(folder, "a'b.parquet"));
    expect(await database.all(`SELECT n FROM ${readParquetSql([join(folder, "a'b.parquet")])}`)).toEqual([{ n: 1 }]);
    database.close();
  });
});
