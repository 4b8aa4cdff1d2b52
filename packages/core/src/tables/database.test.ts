import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MemopError } from "../error.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openDatabase } from "./database.ts";

async function plainValueOf(expression: string): Promise<unknown> {
  const database = await openDatabase();
  try {
    return (await database.all(`SELECT ${expression} AS v`))[0]?.v;
  } finally {
    database.close();
  }
}

describe("a query's values", () => {
  test.each([
    ["42::BIGINT", 42],
    ["9007199254740993::BIGINT", "9007199254740993"],
    ["12345678901234567890::HUGEINT", "12345678901234567890"],
    ["1.5::DECIMAL(4,2)", 1.5],
    ["date '2026-01-02'", "2026-01-02T00:00:00.000Z"],
    ["timestamp '2026-01-02 03:04:05'", "2026-01-02T03:04:05.000Z"],
    ["[1, NULL]::BIGINT[]", [1, null]],
    ["{'a': {'b': [2::BIGINT]}}", { a: { b: [2] } }],
    ["'x'::BLOB", "eA=="],
    ["NULL", null],
    ["'a' || chr(0) || '😀'", "a\0😀"],
  ])("%s is plain", async (expression, expected) => {
    expect(await plainValueOf(expression)).toEqual(expected);
  });
});

describe("openDatabase", () => {
  test("streams all rows in batches, with values bound", async () => {
    const database = await openDatabase();
    let rows = 0;
    for await (const batch of database.stream("SELECT range AS n FROM range(10000) WHERE range >= ?", [5])) {
      expect(batch.length).toBeLessThanOrEqual(2048);
      rows += batch.length;
    }
    expect(rows).toBe(9995);
    database.close();
  });

  test("throws BAD_INPUT with the query for its hint, also when it fails in the middle of a stream", async () => {
    const database = await openDatabase();
    await expect(database.run("SELEC 1")).rejects.toMatchObject({ code: "BAD_INPUT", hint: "SELEC 1" });
    await expect(database.all("SELECT x FROM nowhere")).rejects.toMatchObject({ code: "BAD_INPUT" });
    const late = database.stream("SELECT CASE WHEN range < 50000 THEN 1 ELSE error('late') END AS n FROM range(60000)");
    const reading = (async () => {
      for await (const _ of late);
    })();
    await expect(reading).rejects.toMatchObject({ code: "BAD_INPUT", message: expect.stringContaining("late") });
    database.close();
  });

  test("leaves errors of a stream's consumer alone", async () => {
    const database = await openDatabase();
    const reading = (async () => {
      for await (const _ of database.stream("SELECT 1 AS n")) throw new TypeError("mine");
    })();
    await expect(reading).rejects.toThrow(TypeError);
    database.close();
  });

  test("lets its opener explain what failed", async () => {
    const database = await openDatabase({
      explain: async (reason) => (reason.includes("nowhere") ? new MemopError("NOT_FOUND", "no such table") : null),
    });
    await expect(database.all("SELECT x FROM nowhere")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(database.all("SELEC 1")).rejects.toMatchObject({ code: "BAD_INPUT" });
    database.close();
  });

  test("two that spill to one place do each other no harm, and leave nothing", async () => {
    const folder = temporaryFolder();
    const options = { memoryMb: 60, spillTo: join(folder, ".spill") };
    const [first, second] = await Promise.all([openDatabase(options), openDatabase(options)]);
    const textOf = (seed: number): string => `repeat(md5((range + ${seed})::VARCHAR), 20)`;
    await first.run(`CREATE TABLE t AS SELECT range AS n, ${textOf(1)} AS text FROM range(200000)`);
    await second.run(`CREATE TABLE t AS SELECT range AS n, ${textOf(2)} AS text FROM range(200000)`);
    expect(readdirSync(folder)).toHaveLength(2);
    const check = (seed: number): string =>
      `SELECT count(*) AS n FROM t WHERE text = repeat(md5((n + ${seed})::VARCHAR), 20)`;
    expect(await first.all(check(1))).toEqual([{ n: 200000 }]);
    first.close();
    expect(await second.all(check(2))).toEqual([{ n: 200000 }]);
    second.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("makes no folder unless it has to spill", async () => {
    const folder = temporaryFolder();
    const database = await openDatabase({ spillTo: join(folder, "not-there", ".spill") });
    expect(await database.all("SELECT 1 AS n")).toEqual([{ n: 1 }]);
    database.close();
    expect(existsSync(join(folder, "not-there"))).toBe(false);
  });
});
