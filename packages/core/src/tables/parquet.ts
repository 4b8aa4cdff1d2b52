import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { flushToDisk } from "../files/flush-to-disk.ts";
import type { Database } from "./database.ts";
import { quoteText } from "./table-schema.ts";

/**
 * Writes a query's result as one zstd Parquet file: to a temporary name, flushed to disk, then renamed.
 *
 * The same rows written by the same version have the same bytes if the query is ordered, or reads one in-memory table. An
 * unordered query over several files has not: DuckDB then cuts row groups where the files end.
 */
export async function writeParquet(database: Database, query: string, file: string): Promise<void> {
  const temporary = `${file}.tmp`;
  try {
    await database.run(`COPY (${query}) TO ${quoteText(temporary)} (FORMAT parquet, COMPRESSION zstd)`);
    await flushToDisk(temporary);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushToDisk(dirname(file));
}

/** `read_parquet([...])` over the given files, in their order. */
export function readParquetSql(files: readonly string[]): string {
  return `read_parquet([${files.map(quoteText).join(", ")}])`;
}
