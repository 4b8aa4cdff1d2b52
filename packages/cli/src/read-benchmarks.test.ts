import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openDatabase, writeParquet } from "@memop/core";
import { afterAll, expect, test } from "vitest";
import { readBenchmarks } from "./read-benchmarks.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-benchmarks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, content: string | Buffer): void => writeFileSync(join(folder, name), content);

const row = {
  instance_id: "o__r-1",
  repo: "o/r",
  base_commit: "c0ffee",
  problem_statement: "x",
  patch: "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-a = first_value(1)\n+a = second_value(total_count)\n",
};

test.each([
  ["ids.txt", "# held out\no__r-1\n\no__r-2\n"],
  ["ids.csv", 'instance_id,split\n"o__r-1",test\no__r-2,test\n'],
  ["ids.json", JSON.stringify(["o__r-1", "o__r-2"])],
  ["split.json", JSON.stringify({ instance_ids: ["o__r-1", "o__r-2"] })],
  ["rows.jsonl", `${JSON.stringify(row)}\n${JSON.stringify({ instance_id: "o__r-2" })}\n`],
  ["rows.jsonl.gz", gzipSync(`${JSON.stringify(row)}\n${JSON.stringify({ instance_id: "o__r-2" })}\n`)],
])("reads the instances of %s", async (name, content) => {
  write(name, content);
  const [listed] = await readBenchmarks([name], folder);
  expect(["o__r-1", "O__R-2", "o__r-3"].map((id) => listed?.benchmark.hasInstance(id))).toEqual([true, true, false]);
  expect(listed?.benchmark.name).toBe(name.split(".")[0]);
  expect(listed?.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test("compares repository, commit and patch where a row has them, from Parquet too", async () => {
  const database = await openDatabase();
  const columns = Object.entries(row).map(([key, value]) => `'${value.replaceAll("'", "''")}' AS ${key}`);
  await writeParquet(database, `SELECT ${columns.join(", ")}`, join(folder, "rows.parquet"));
  database.close();
  const [listed] = await readBenchmarks(["rows.parquet"], folder);
  expect(listed?.benchmark.instanceAt("O/R", "C0FFEE")).toBe("o__r-1");
  expect(listed?.benchmark.lineCount("o__r-1")).toBe(1);
});

test("a folder holds one benchmark per file, a family is known by its name", async () => {
  mkdirSync(join(folder, "lists"));
  write("lists/a.txt", "o__r-1\n");
  write("lists/b.txt", "o__r-2\n");
  const listed = await readBenchmarks(["lists", "swe-bench-pro"], folder);
  expect(listed.map(({ benchmark }) => benchmark.name)).toEqual(["a", "b", "swe-bench-pro"]);
});

test("an unknown name lists the families, and a file without ids is refused", async () => {
  await expect(readBenchmarks(["swebench"], folder)).rejects.toMatchObject({
    code: "NOT_FOUND",
    hint: expect.stringContaining("swe-bench, swe-bench-dev"),
  });
  write("none.json", "{}");
  await expect(readBenchmarks(["none.json"], folder)).rejects.toMatchObject({ code: "BAD_INPUT" });
});
