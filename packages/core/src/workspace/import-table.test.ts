import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../tables/database.ts";
import { defineTable, type Row } from "../tables/table-schema.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { type ImportRules, importTable } from "./import-table.ts";
import type { StageRecord } from "./manifest.ts";
import { openTables } from "./open-tables.ts";

const schema = defineTable({
  name: "cards",
  key: ["id"],
  columns: { id: "VARCHAR", task: "VARCHAR", la: "DOUBLE", turns: "INTEGER", ok: "BOOLEAN", notes: "VARCHAR[]" },
});
const rules: ImportRules = { required: ["id", "task"], percent: ["la"] };

async function importFile(root: string, path: string, by: ImportRules = rules): Promise<StageRecord> {
  return importTable({ root }, schema, { path, source: basename(path) }, by);
}

async function importText(root: string, name: string, content: string | Uint8Array): Promise<StageRecord> {
  writeFileSync(join(root, name), content);
  return importFile(root, join(root, name));
}

async function cards(root: string, columns = "*"): Promise<Row[]> {
  const database = await openTables({ root }, [schema]);
  try {
    return await database.all(`SELECT ${columns} FROM cards`);
  } finally {
    database.close();
  }
}

function refusals(root: string): { source: string; reason: string; message: string }[] {
  const lines = readFileSync(join(root, "refused/import-cards.jsonl"), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

describe("importTable", () => {
  test.each([
    ["parquet", "FORMAT parquet"],
    ["csv", "FORMAT csv"],
    ["csv.gz", "FORMAT csv, COMPRESSION gzip"],
    ["csv.zst", "FORMAT csv, COMPRESSION zstd"],
    ["tsv", "FORMAT csv, DELIMITER '\t'"],
    ["jsonl", "FORMAT json"],
    ["jsonl.gz", "FORMAT json, COMPRESSION gzip"],
    ["json", "FORMAT json, ARRAY true"],
  ])("takes what DuckDB writes as %s, whatever the file's name", async (_, options) => {
    const root = temporaryFolder();
    const database = await openDatabase();
    await database.run(`COPY (SELECT * REPLACE (${options.includes("csv") ? "notes::JSON" : "notes"} AS notes) FROM (VALUES
      ('b', 't', 12.5::DECIMAL(6,2), 3::BIGINT, true, ['x', 'y'], 'kept'), ('a', 't', NULL, NULL, NULL, NULL, NULL)
    ) AS v(id, task, la, turns, ok, notes, extra)) TO '${root}/file' (${options})`);
    database.close();
    const record = await importFile(root, join(root, "file"));
    expect(record.counts).toMatchObject({ read: 2, used: 2, refused: 0 });
    const [first, second] = await cards(root);
    expect(second).toEqual({ id: "b", task: "t", la: 12.5, turns: 3, ok: true, notes: ["x", "y"], extra: "kept" });
    expect(first).toMatchObject({ id: "a", la: null, turns: null, ok: null, extra: null });
  });

  test("refuses rows with wrong types, missing values and percents out of range, each with its line", async () => {
    const root = temporaryFolder();
    const csv = [
      "\ufeffid,task,la,turns,ok",
      "a,t,100,1,True",
      'b,"t\nof two lines",many,1,true',
      "c,t,101,1,true",
      "d,,50,1,true",
      "e,t,-0.5,1,true",
      "f,t,50,1.5,true",
      "g,t,50,3000000000,true",
      "h,t,50,1,yes",
      "i,t",
      "j,t,,,",
      "a,t,1,1,true",
    ].join("\r\n");
    const record = await importText(root, "cards.csv", csv);
    expect(record.counts).toEqual({ read: 11, used: 2, refused: 9, byReason: { "bad-row": 8, duplicate: 1 } });
    expect((await cards(root, "id, la, turns, ok")).sort()).toEqual([
      { id: "a", la: 100, turns: 1, ok: true },
      { id: "j", la: null, turns: null, ok: null },
    ]);
    expect(refusals(root).map(({ source, message }) => `${source} ${message}`)).toEqual([
      'cards.csv:3 column la: "many" is no number',
      "cards.csv:5 column la: 101 is outside 0 to 100",
      "cards.csv:6 column task is null",
      "cards.csv:7 column la: -0.5 is outside 0 to 100",
      'cards.csv:8 column turns: "1.5" is no whole number',
      'cards.csv:9 column turns: "3000000000" is outside the 32 bits of INTEGER',
      'cards.csv:10 column ok: "yes" is neither true nor false',
      "cards.csv:11 2 cells where the header has 5",
      'cards.csv:13 another row has the key ["a"]',
    ]);
  });

  test("refuses lines that are no rows, and takes the others", async () => {
    const root = temporaryFolder();
    const lines = [
      '{"id":"a","task":"t"}',
      "{",
      "3",
      '{"id":"b","task":"t","notes":[1,null]}',
      '{"id":"c","task":"t","notes":{}}',
    ];
    const record = await importText(root, "cards.jsonl", lines.join("\n"));
    expect(record.counts).toMatchObject({ read: 5, used: 2, refused: 3 });
    expect(await cards(root, "id, notes")).toEqual([
      { id: "a", notes: null },
      { id: "b", notes: ["1", null] },
    ]);
    expect(refusals(root).map((each) => each.source)).toEqual(["cards.jsonl:2", "cards.jsonl:3", "cards.jsonl:5"]);
  });

  test("keeps the workspace's rows of other keys, and their further columns", async () => {
    const root = temporaryFolder();
    await importText(root, "first.csv", "id,task,la,mine\na,t,1,x\nb,t,2,y\n");
    await importText(root, "second.csv", "id,task,la,yours\nb,t,3,z\nc,t,4,z\n");
    expect(await cards(root, "id, la, mine, yours")).toEqual([
      { id: "a", la: 1, mine: "x", yours: null },
      { id: "b", la: 3, mine: null, yours: "z" },
      { id: "c", la: 4, mine: null, yours: "z" },
    ]);
  });

  test("does nothing for a file that is in already", async () => {
    const root = temporaryFolder();
    const first = await importText(root, "a.csv", "id,task\na,t\n");
    expect(await importText(root, "a.csv", "id,task\na,t\n")).toEqual(first);
    expect(await importText(root, "a.csv", "id,task\na,u\n")).not.toEqual(first);
    expect(await cards(root, "task")).toEqual([{ task: "u" }]);
  });

  test("fills in what can be told from the rest of the row", async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, "a.csv"), "task\nt1\nt2\n");
    const complete = (row: Row): Row => ({ ...row, id: `id-${row.task}` });
    await importFile(root, join(root, "a.csv"), { ...rules, complete });
    expect(await cards(root, "id")).toEqual([{ id: "id-t1" }, { id: "id-t2" }]);
  });

  test("takes a text of several megabytes in a CSV", async () => {
    const root = temporaryFolder();
    const text = '"",\n'.repeat(300_000);
    const quoted = `"${text.replaceAll('"', '""')}"`;
    await importText(root, "a.csv", `id,task\na,${quoted}\n`);
    expect((await cards(root, "task"))[0]?.task === text).toBe(true);
  });

  test("takes a header without rows", async () => {
    const root = temporaryFolder();
    expect((await importText(root, "a.csv", "id,task\n")).counts).toMatchObject({ read: 0, used: 0 });
    expect(await cards(root)).toEqual([]);
  });

  test.each([
    ["an empty file", "", "bad.file is empty"],
    ["white space", " \n", "bad.file is empty"],
    ["a file without the required columns", "name,task\nx,t\n", "bad.file lacks the column id"],
    ["text that is no UTF-8", Buffer.from("id,task\na,caf\xe9\n", "latin1"), "bad.file: the text is no valid UTF-8"],
    ["damaged Parquet", "PAR1 and no more", "bad.file cannot be read as Parquet"],
    ["compressed Parquet", gzipSync("PAR1 and no more"), "bad.file is Parquet inside gzip"],
    ["cut-off gzip", gzipSync("id,task\na,t\n".repeat(9)).subarray(0, -9), "bad.file: gzip data is damaged"],
  ])("throws BAD_INPUT for %s, naming the file, and changes nothing", async (_, content, message) => {
    const root = temporaryFolder();
    await importText(root, "good.csv", "id,task\na,t\n");
    const manifest = readFileSync(join(root, "manifest.json"), "utf8");
    await expect(importText(root, "bad.file", content)).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining(message),
    });
    expect(readFileSync(join(root, "manifest.json"), "utf8")).toBe(manifest);
    expect(await cards(root, "id")).toEqual([{ id: "a" }]);
  });
});
