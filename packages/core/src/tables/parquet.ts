import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { Database } from "./database.ts";
import { quoteText } from "./table-schema.ts";

/**
 * Writes a query's result as one zstd Parquet file: to a temporary name, flushed to disk, then renamed.
 *
 * The same rows written by the same version have the same bytes, whether they came from an appender or from other
 * Parquet files. Returns nothing: count rows with the query.
 */
export async function writeParquet(database: Database, query: string, file: string): Promise<void> {
  const temporary = `${file}.tmp`;
  await database.run(`COPY (${query}) TO ${quoteText(temporary)} (FORMAT parquet, COMPRESSION zstd)`);
  await flushToDisk(temporary);
  await rename(temporary, file);
  await flushToDisk(dirname(file));
}

/** Forces a file's or folder's content to disk. */
export async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** `read_parquet([...])` over the given files, in their order. */
export function readParquetSql(files: readonly string[]): string {
  return `read_parquet([${files.map(quoteText).join(", ")}])`;
}
