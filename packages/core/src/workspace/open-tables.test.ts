import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../tables/database.ts";
import { writeParquet } from "../tables/parquet.ts";
import { defineTable } from "../tables/table-schema.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openTables } from "./open-tables.ts";

const schema = defineTable({ name: "things", key: ["id"], columns: { id: "VARCHAR", n: "INTEGER", late: "DOUBLE" } });

/** A workspace whose table has two parts of many rows. */
async function workspaceWithParts(): Promise<{ readonly root: string; readonly parts: readonly string[] }> {
  const root = temporaryFolder();
  mkdirSync(join(root, "things"));
  const parts = ["part-00000.parquet", "part-00001.parquet"].map((name) => join(root, "things", name));
  const database = await openDatabase();
  for (const part of parts) {
    const query = "SELECT repeat(md5(range::VARCHAR), 5) AS id, range::INTEGER AS n, 'more' AS extra FROM range(20000)";
    await writeParquet(database, query, part);
  }
  database.close();
  return { root, parts };
}

async function countAll(root: string): Promise<number> {
  const database = await openTables({ root }, [schema]);
  try {
    let rows = 0;
    for await (const batch of database.stream("SELECT * FROM things")) rows += batch.length;
    return rows;
  } finally {
    database.close();
  }
}

describe("openTables", () => {
  test("reads all parts; columns that they lack are null, columns that they add are there", async () => {
    const { root } = await workspaceWithParts();
    expect(await countAll(root)).toBe(40_000);
    const database = await openTables({ root }, [schema]);
    const [row] = await database.all("SELECT n, late, extra FROM things WHERE n = 7");
    expect(row).toEqual({ n: 7, late: null, extra: "more" });
    database.close();
  });

  test("a table that does not exist has no rows", async () => {
    expect(await countAll(temporaryFolder())).toBe(0);
  });

  test.each([0, 3, 100, 0.5, 0.99])("names the part that was cut off at %d", async (at) => {
    const { root, parts } = await workspaceWithParts();
    const part = parts[1] ?? "";
    truncateSync(part, at >= 1 ? at : Math.floor(readFileSync(part).length * at));
    await expect(countAll(root)).rejects.toMatchObject({
      code: "BAD_WORKSPACE",
      message: expect.stringContaining(`${part} is damaged`),
    });
  });

  test("names the part whose pages are damaged, which shows only while it is read", async () => {
    const { root, parts } = await workspaceWithParts();
    const part = parts[0] ?? "";
    const bytes = readFileSync(part);
    bytes.fill(0x55, 1000, bytes.length - 2000);
    writeFileSync(part, bytes);
    await expect(countAll(root)).rejects.toMatchObject({
      code: "BAD_WORKSPACE",
      message: expect.stringContaining(part),
    });
  });

  test("does not blame the files for a wrong query", async () => {
    const { root } = await workspaceWithParts();
    const database = await openTables({ root }, [schema]);
    for (const query of ["SELEC 1", "SELECT nope FROM things", "SELECT id::INTEGER FROM things"]) {
      await expect(database.all(query)).rejects.toMatchObject({ code: "BAD_INPUT" });
    }
    database.close();
  });
});
