import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readSubmissions } from "./submissions-by-name.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-submissions-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function rowsOf(text: string): Promise<unknown[] | null> {
  const path = join(folder, "s.json");
  writeFileSync(path, text);
  const table = await readSubmissions(path);
  if (table === null) return null;
  const rows = [];
  for await (const row of table.read()) rows.push("row" in row ? [row.at, row.row] : row.problem);
  return rows;
}

test("each resolved task of each system is a row with the system's name as condition", async () => {
  expect(await rowsOf('{"sys a": ["o__r-1", "o__r-2"], "b": []}')).toEqual([
    ["sys a[0]", { task_id: "o__r-1", condition: "sys a", resolved: true, source: "s.json" }],
    ["sys a[1]", { task_id: "o__r-2", condition: "sys a", resolved: true, source: "s.json" }],
  ]);
});

test.each([
  ["a row of JSONL", '{"task_id": "a", "resolved": true}'],
  ["several rows", '{"task_id": ["a"]}\n{"task_id": ["b"]}'],
  ["a list", '[{"task_id": "a"}]'],
  ["CSV", "task_id,resolved\na,true\n"],
  ["nothing", "{}"],
  ["a damaged file", '{"a": ["b"'],
])("%s is none", async (_, text) => {
  expect(await rowsOf(text)).toBeNull();
});
