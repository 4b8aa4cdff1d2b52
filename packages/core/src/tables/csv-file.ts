import { MemopError } from "../error.ts";
import { openDatabase } from "./database.ts";
import type { FileRow, TableFile } from "./table-file.ts";
import { quoteText } from "./table-schema.ts";

/** Longest row that is read: DuckDB holds 16 times as much for it. */
const MAX_ROW_BYTES = 32 * 1024 * 1024;

/** Memory for reading, in mebibytes: what the longest row takes, and some. */
const MEMORY_MB = 1024;

/**
 * Opens a CSV file with a header, all columns as text; `start` is its beginning. The separator is told from the header:
 * the most frequent of comma, tab, semicolon and bar. A row that is too short is filled up with nulls; one that is too
 * long makes `read` throw `BAD_INPUT`, naming the line.
 */
export async function openCsv(path: string, start: string, compression: "gzip" | "zstd" | "none"): Promise<TableFile> {
  const options = [
    "all_varchar = true",
    "header = true",
    "null_padding = true",
    `delim = ${quoteText(separatorOf(start))}`,
    `quote = '"'`,
    `escape = '"'`,
    `compression = ${quoteText(compression)}`,
    `max_line_size = ${MAX_ROW_BYTES}`,
  ];
  const query = `SELECT * FROM read_csv(${quoteText(path)}, ${options.join(", ")})`;
  const explain = async (reason: string): Promise<MemopError> =>
    new MemopError(
      "BAD_INPUT",
      `${path} cannot be read as CSV: ${reason.split("\n").slice(0, 3).join(" ").slice(0, 500)}`,
    );
  async function* read(): AsyncGenerator<FileRow> {
    const database = await openDatabase({ memoryMb: MEMORY_MB, explain });
    try {
      let line = 2;
      for await (const rows of database.stream(query)) {
        for (const row of rows) {
          yield { row, at: String(line) };
          line += 1 + lineFeedsIn(row);
        }
      }
    } finally {
      database.close();
    }
  }
  const database = await openDatabase({ memoryMb: MEMORY_MB, explain });
  try {
    const described = await database.all(`DESCRIBE ${query}`);
    return { columns: described.map((row) => String(row.column_name)), read };
  } finally {
    database.close();
  }
}

function separatorOf(start: string): string {
  const header = (start.split(/\r?\n/)[0] ?? "").replaceAll(/"(?:[^"]|"")*"/g, "");
  const counts = [",", "\t", ";", "|"].map((separator) => ({ separator, count: header.split(separator).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).separator;
}

/** Texts in quotes may go over several lines. */
function lineFeedsIn(row: Readonly<Record<string, unknown>>): number {
  return Object.values(row).reduce((sum: number, value) => sum + String(value ?? "").split("\n").length - 1, 0);
}
