import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  arrowFormOf,
  type Block,
  type BlockItem,
  type Entry,
  isParquet,
  MemopError,
  peek,
  type RawRecord,
  type Row,
  readArrowRows,
  readBlock,
  readParquetRows,
  readRecords,
} from "@memop/core";
import { withoutFilledNulls } from "./without-filled-nulls.ts";

/**
 * Reads a file or archive member as JSON records, text, or rows of Parquet or Arrow (whose byte offset is their row number);
 * or a block of a JSONL file, which ends with the number of its lines.
 */
export async function* readEntry(
  entry: Entry,
  wants: (byteOffset: number) => boolean,
  block: Block | null,
): AsyncGenerator<BlockItem> {
  if (block !== null && entry.path !== null) {
    for await (const item of readBlock(entry.path, block)) {
      if (item.kind === "end" || wants(item.byteOffset)) yield item;
    }
    return;
  }
  const { head, bytes } = await peek(entry.bytes, 8);
  const arrowForm = arrowFormOf(head);
  if (arrowForm !== null) {
    yield* rowRecords(readArrowRows(bytes, arrowForm, entry.source), "damaged-arrow", wants);
    return;
  }
  if (!isParquet(head)) {
    yield* readRecords(bytes, wants);
    return;
  }
  if (entry.path !== null) {
    // DuckDB opens the file itself: this stream must let go of it.
    for await (const _ of bytes) break;
    yield* rowRecords(readParquetRows(entry.path), "damaged-parquet", wants);
    return;
  }
  // DuckDB reads Parquet from the end: an archive's member has to lie on disk first.
  const folder = await mkdtemp(join(tmpdir(), "memop-parquet-"));
  try {
    const file = join(folder, "member.parquet");
    await writeFile(file, bytes);
    yield* rowRecords(readParquetRows(file), "damaged-parquet", wants);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Rows as records, numbered from 0. What damages the table ends it with a record that says so. */
async function* rowRecords(
  rows: AsyncIterable<Row>,
  damage: string,
  wants: (byteOffset: number) => boolean,
): AsyncGenerator<RawRecord> {
  let row = 0;
  try {
    for await (const each of rows) {
      const value = wants(row) ? withoutFilledNulls(each) : null;
      if (value !== null) yield { kind: "json", value, from: "line", number: row, byteOffset: row, byteLength: 0 };
      row += 1;
    }
  } catch (error) {
    const message = error instanceof MemopError ? error.message : String(error);
    yield { kind: "bad", reason: damage, message, number: row, byteOffset: row };
  }
}
