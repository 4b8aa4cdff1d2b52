import { createReadStream } from "node:fs";
import { MemopError } from "../error.ts";
import { type Bytes, peek } from "../records/byte-stream.ts";
import { compressionOf, decompress } from "../records/decompress.ts";
import { isParquet, parquetColumns, readParquetRows } from "../records/parquet-rows.ts";
import { type CsvRow, readCsv } from "../records/read-csv.ts";
import { readRecords } from "../records/read-records.ts";
import type { Row } from "./table-schema.ts";

/** A row of a file with its line or number, or what stood in its place. */
export type FileRow = { readonly row: Row; readonly at: string } | { readonly problem: string; readonly at: string };

/** A file that holds one table. */
export interface TableFile {
  readonly columns: readonly string[];
  /** All rows from the first; may be called more than once. */
  read(): AsyncGenerator<FileRow>;
}

/** Opens a Parquet, CSV or JSONL file, told apart by content; the last two may be compressed. Throws `BAD_INPUT`, as `read` does. */
export async function openTableFile(path: string): Promise<TableFile> {
  const raw = await peek(contentOf(path), 4);
  const compression = compressionOf(raw.head);
  const { head } = await peekAndLeave(named(path, await decompress(raw.bytes)));
  if (isParquet(head)) {
    if (compression === "none") return openParquet(path);
    throw new MemopError("BAD_INPUT", `${path} is Parquet inside ${compression}`, {
      hint: "decompress the file first",
    });
  }
  const text = head
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (text === "") throw new MemopError("BAD_INPUT", `${path} is empty`);
  if (text.startsWith("{") || text.startsWith("[")) return openJson(path);
  return openCsv(path, text.split("\n")[0] ?? "");
}

function contentOf(path: string): Bytes {
  return createReadStream(path, { highWaterMark: 1 << 20 });
}

/** The same values; errors of the file's content name the file. */
async function* named<T>(path: string, values: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* values;
  } catch (error) {
    if (!(error instanceof MemopError)) throw error;
    throw new MemopError(error.code, `${path}: ${error.message}`, {
      ...(error.hint && { hint: error.hint }),
      cause: error,
    });
  }
}

/** The first bytes of a stream that is not read on. */
async function peekAndLeave(bytes: AsyncIterable<Uint8Array>): Promise<{ head: Buffer }> {
  const { head, bytes: rest } = await peek(bytes, 4096);
  for await (const _ of rest) break;
  return { head };
}

async function openParquet(path: string): Promise<TableFile> {
  async function* read(): AsyncGenerator<FileRow> {
    let number = 0;
    for await (const row of readParquetRows(path)) {
      yield { row, at: String(number) };
      number += 1;
    }
  }
  return { columns: await parquetColumns(path), read };
}

/** The separator is told from the header: the most frequent of comma, tab, semicolon and bar. */
async function openCsv(path: string, header: string): Promise<TableFile> {
  const bare = header.replaceAll(/"(?:[^"]|"")*"/g, "");
  const counts = [",", "\t", ";", "|"].map((separator) => ({ separator, count: bare.split(separator).length }));
  const { separator } = counts.reduce((best, each) => (each.count > best.count ? each : best));
  const rows = async (): Promise<AsyncGenerator<CsvRow>> =>
    named(path, readCsv(await decompress(contentOf(path)), separator));
  let columns: string[] = [];
  for await (const { cells } of await rows()) {
    columns = cells.map((name, at) => name || `column${at}`);
    break;
  }
  async function* read(): AsyncGenerator<FileRow> {
    let isHeader = true;
    for await (const { cells, line, isWhole } of await rows()) {
      const at = String(line);
      if (isHeader) isHeader = false;
      else if (!isWhole) yield { at, problem: "a text whose quotes are not closed" };
      else if (cells.length !== columns.length) {
        yield { at, problem: `${cells.length} cells where the header has ${columns.length}` };
      } else yield { at, row: Object.fromEntries(columns.map((name, place) => [name, cells[place]])) };
    }
  }
  return { columns, read };
}

/** Columns in the order of their first appearance: every row may have others. */
async function openJson(path: string): Promise<TableFile> {
  const columns = new Set<string>();
  const read = (): AsyncGenerator<FileRow> => jsonRows(path);
  for await (const each of read()) if ("row" in each) for (const name of Object.keys(each.row)) columns.add(name);
  return { columns: [...columns], read };
}

async function* jsonRows(path: string): AsyncGenerator<FileRow> {
  for await (const record of named(path, readRecords(await decompress(contentOf(path))))) {
    if (record.kind === "text") yield { at: "1", problem: "no JSON" };
    else if (record.kind === "bad") yield { at: String(record.number), problem: record.message };
    else if (Array.isArray(record.value)) {
      for (const [at, value] of record.value.entries()) yield rowOf(value, `${record.number}[${at}]`);
    } else yield rowOf(record.value, String(record.number));
  }
}

function rowOf(value: unknown, at: string): FileRow {
  if (typeof value === "object" && value !== null) return { row: value as Row, at };
  return { at, problem: "expected an object with the table's columns" };
}
