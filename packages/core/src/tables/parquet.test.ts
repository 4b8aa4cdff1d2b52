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

/** Rows with nulls, repeats and texts of many lengths. */
function* rowsOf(count: number): Generator<Row> {
  const random = createRandom("parquet");
  for (let at = 0; at < count; at += 1) {
    const text = at % 11 === 0 ? null : `${random.integer(5)} `.repeat(random.integer(9));
    const tags = at % 50 === 0 ? ["x", `${at % 7}`] : null;
    yield { id: `r${String(at).padStart(6, "0")}`, text, share: at % 7 === 0 ? null : random.next(), tags };
  }
}

async function write(rows: Iterable<Row>, file: string): Promise<void> {
  const database = await openDatabase();
  const appender = await createTable(database, schema, "rows");
  for (const row of rows) appender.append(row);
  appender.finish();
  await writeParquet(database, "SELECT * FROM rows ORDER BY id", file);
  database.close();
}

async function copy(files: readonly string[], to: string, where = "true"): Promise<void> {
  const database = await openDatabase();
  await writeParquet(database, `SELECT * FROM ${readParquetSql(files)} WHERE ${where} ORDER BY id`, to);
  database.close();
}

describe("writeParquet", () => {
  test("gives the same bytes for the same rows, appended again", async () => {
    const folder = temporaryFolder();
    for (const name of ["first", "second"]) await write(rowsOf(5000), join(folder, name));
    expect(readFileSync(join(folder, "first")).equals(readFileSync(join(folder, "second")))).toBe(true);
  });

  test("gives the same bytes for the same rows, copied or joined from parts of other sizes", async () => {
    const folder = temporaryFolder();
    const path = (name: string): string => join(folder, `${name}.parquet`);
    // More than one of DuckDB's row groups of 122,880 rows.
    await write(rowsOf(124_000), path("first"));
    await copy([path("first")], path("copied"));
    await copy([path("first")], path("a"), "id < 'r001000'");
    await copy([path("first")], path("b"), "id BETWEEN 'r001000' AND 'r120000'");
    await copy([path("first")], path("c"), "id > 'r120000'");
    await copy([path("a"), path("b"), path("c")], path("joined"));
    const expected = readFileSync(path("first"));
    for (const name of ["copied", "joined"]) {
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
