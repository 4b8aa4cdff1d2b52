import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Row, readParquetSql } from "@memop/core";
import { findPart, requirePart } from "@memop/core/testing";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { trl } from "../targets/trl.ts";
import type { Writer } from "../writer.ts";
import { writers } from "../writers.ts";
import { toJsonLine } from "./json-line.ts";
import { parquet } from "./parquet.ts";
import { portableRow } from "./portable-row.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-writers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const columns = trl.columns("prompt-completion");

const anyRow = fc
  .record({
    prompt: fc.array(fc.record({ role: fc.constant("user"), content: fc.string({ unit: "binary", maxLength: 40 }) })),
    memory_id: fc.string({ unit: "grapheme" }),
    repo: fc.option(fc.constantFrom("a/b", "line\u2028separator", "null", "")),
    reward: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  })
  .map((row) => {
    const portable = portableRow({ ...Object.fromEntries(Object.keys(columns).map((name) => [name, null])), ...row });
    return "row" in portable ? portable.row : null;
  })
  .filter((row) => row !== null);

async function writeAll(writer: Writer, rows: readonly Row[]): Promise<string[]> {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  const split = await writer.open(folder, "train", columns);
  const places = [];
  for (const row of rows) places.push(await split.write(row));
  await split.close();
  return [...new Set(places.map(({ file }) => join(folder, file)))];
}

async function readAll(files: readonly string[]): Promise<Row[]> {
  if (files[0]?.endsWith(".jsonl")) {
    return readFileSync(files[0], "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row);
  }
  const database = await openDatabase();
  try {
    return await database.all(`SELECT * FROM ${readParquetSql(files)}`);
  } finally {
    database.close();
  }
}

describe.each(writers)("$name", (writer) => {
  test("gives back every row that was written", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 8 }), async (rows) => {
        expect(await readAll(await writeAll(writer, rows))).toEqual(rows);
      }),
      { numRuns: 25 },
    );
  });

  test("writes the same bytes for the same rows", async () => {
    const rows = fc.sample(anyRow, { numRuns: 20, seed: 1 });
    const first = (await writeAll(writer, rows)).map((file) => readFileSync(file));
    expect((await writeAll(writer, rows)).map((file) => readFileSync(file))).toEqual(first);
  });
});

test("a JSON line has no character at which a reader splits lines", () => {
  const line = toJsonLine({ text: "a\u2028b\u2029c\nd" });
  expect(line).toBe('{"text":"a\\u2028b\\u2029c\\nd"}');
});

describe("a portable row", () => {
  test("has U+FFFD in the place of lone surrogates, counted", () => {
    const row = { prompt: [{ role: "user", content: "x\ud83d y\udc00" }], text: "😀" };
    expect(portableRow(row)).toEqual({
      row: { prompt: [{ role: "user", content: "x\ufffd y\ufffd" }], text: "😀" },
      replaced: 2,
    });
  });

  test("is refused for a number that JSON would change", () => {
    expect(portableRow({ reward: Number.NaN })).toEqual({ inexact: "reward", value: Number.NaN });
    expect(portableRow({ terms: [{ sr: Number.POSITIVE_INFINITY }] })).toMatchObject({ inexact: "terms[0].sr" });
    expect(portableRow({ id: 2 ** 53 })).toMatchObject({ inexact: "id" });
  });
});

test("Parquet starts a new file at 16 MB of text", async () => {
  const text = "x".repeat(5 * 1024 * 1024);
  const rows = Array.from({ length: 7 }, (_, at) => ({
    prompt: [{ role: "user", content: `${at}${text}` }],
    completion: [{ role: "assistant", content: "m" }],
  }));
  const files = await writeAll(parquet, rows);
  expect(files.map((file) => file.slice(folder.length + 1))).toEqual([
    "train-00000.parquet",
    "train-00001.parquet",
    "train-00002.parquet",
  ]);
  expect(await readAll(files)).toHaveLength(7);
});

const python = findPart("python");
describe.skipIf(requirePart("python", python !== null, "reads Parquet by pyarrow and pandas"))("Python", () => {
  test("pyarrow and pandas read the Parquet rows, row groups small", async () => {
    const rows = fc.sample(anyRow, { numRuns: 30, seed: 2 });
    const files = await writeAll(parquet, rows);
    const script = `
import json, sys
import pandas, pyarrow.parquet as pq
file = pq.ParquetFile(sys.argv[1])
frame = pandas.read_parquet(sys.argv[1])
groups = [file.metadata.row_group(i).total_byte_size for i in range(file.num_row_groups)]
compression = file.metadata.row_group(0).column(0).compression
print(json.dumps({"rows": pq.read_table(sys.argv[1]).to_pylist(), "pandas": len(frame), "largest": max(groups), "compression": compression}))
`;
    const printed = execFileSync(python as string, ["-c", script, files[0] as string], { encoding: "utf8" });
    const read = JSON.parse(printed) as { rows: Row[]; pandas: number; largest: number; compression: string };
    expect(read.rows).toEqual(rows);
    expect(read.pandas).toBe(30);
    expect(read.compression).toBe("ZSTD");
    expect(read.largest).toBeLessThan(16 * 1024 * 1024);
  });
});
