import { createReadStream } from "node:fs";
import { MemopError } from "../error.ts";
import { hashFile } from "../files/hash-file.ts";
import { peek } from "../records/byte-stream.ts";
import { decompress } from "../records/decompress.ts";
import { isParquet, readParquetRows } from "../records/parquet-rows.ts";
import { readRecords } from "../records/read-records.ts";
import { coerce } from "../tables/coerce.ts";
import { type Database, openDatabase } from "../tables/database.ts";
import { quoteName, quoteText, type Row, type TableSchema } from "../tables/table-schema.ts";
import type { StageRecord } from "./manifest.ts";
import { runStage } from "./run-stage.ts";
import { openTables, type Workspace } from "./workspace.ts";

/** Rules for a table made elsewhere, beyond its columns' types. */
export interface ImportRules {
  /** Columns that must not be null. */
  readonly required: readonly string[];
  /** Columns that must lie in 0–100. */
  readonly percent: readonly string[];
  /** Fills in what can be told from the rest of the row, such as an id. */
  complete?(row: Row): Row;
}

/** A row of the file, or what stood in its place. */
type FileRow = { readonly row: Row; readonly at: string } | { readonly problem: string; readonly at: string };

/**
 * Takes a table from a Parquet, CSV or JSONL file (found by content) into the workspace. Rows that the workspace has already
 * are kept, but for those whose key occurs in the file.
 *
 * Known columns get their type; columns that the schema does not have are kept as text. Rows with a wrong type, a missing
 * required value or a percent outside 0–100 are refused with their line. Throws `BAD_INPUT` when no required column is there.
 */
export async function importTable(
  workspace: Workspace,
  schema: TableSchema,
  file: { readonly path: string; readonly source: string },
  rules: ImportRules,
): Promise<StageRecord> {
  const rows = await openRows(file.path);
  const extra = rows.columns.filter((column) => schema.columns[column] === undefined);
  const missing = rules.required.filter((column) => !rows.columns.includes(column));
  if (missing.length > 0 && rules.complete === undefined) throw missingColumns(file.source, missing, rows.columns);
  const columns = { ...schema.columns, ...Object.fromEntries(extra.map((column) => [column, "VARCHAR"])) };
  const wide: TableSchema = { name: schema.name, key: schema.key, columns };
  return runStage(workspace, {
    name: `import-${schema.name}`,
    config: { table: schema.name, file: file.source, sha256: await hashFile(file.path) },
    reads: [],
    async body({ write, refuse }) {
      let read = 0;
      let refused = 0;
      async function* good(): AsyncGenerator<Row> {
        for await (const each of rows.read()) {
          read += 1;
          const checked = "problem" in each ? each : checkRow(each, wide, rules);
          if ("row" in checked) yield checked.row;
          else {
            refused += 1;
            const source = `${file.source}:${each.at}`;
            refuse({ source, byteOffset: null, reason: "bad-row", message: checked.problem });
          }
        }
      }
      const database = await openTables(workspace, [wide]);
      try {
        await write(wide, withKept(good(), database, wide));
      } finally {
        database.close();
      }
      return { read, used: read - refused, result: { table: schema.name, read, used: read - refused, refused } };
    },
  });
}

/** The file's rows, then the workspace's own rows of other keys. */
async function* withKept(rows: AsyncIterable<Row>, database: Database, schema: TableSchema): AsyncGenerator<Row> {
  const keyOf = (row: Row): string => JSON.stringify(schema.key.map((column) => row[column] ?? null));
  const keys = new Set<string>();
  for await (const row of rows) {
    keys.add(keyOf(row));
    yield row;
  }
  for await (const batch of database.stream(`SELECT * FROM ${quoteName(schema.name)}`)) {
    for (const row of batch) if (!keys.has(keyOf(row))) yield row;
  }
}

function missingColumns(source: string, missing: readonly string[], found: readonly string[]): MemopError {
  return new MemopError("BAD_INPUT", `${source} lacks the column ${missing.join(", ")}`, {
    hint: `it has: ${found.join(", ")}; docs/workspace.md lists the columns of every table`,
  });
}

function checkRow(
  { row, at }: { readonly row: Row; readonly at: string },
  schema: TableSchema,
  rules: ImportRules,
): FileRow {
  const checked: Record<string, unknown> = {};
  for (const [column, type] of Object.entries(schema.columns)) {
    const coerced = coerce(row[column], type);
    if ("problem" in coerced) return { at, problem: `column ${column}: ${coerced.problem}` };
    checked[column] = coerced.value;
  }
  const complete = rules.complete?.(checked) ?? checked;
  for (const column of rules.required) {
    if (complete[column] === null || complete[column] === undefined) return { at, problem: `column ${column} is null` };
  }
  for (const column of rules.percent) {
    const value = complete[column];
    if (typeof value === "number" && (value < 0 || value > 100)) {
      return { at, problem: `column ${column}: ${value} is outside 0 to 100` };
    }
  }
  return { at, row: complete };
}

async function openRows(path: string): Promise<{ columns: string[]; read(): AsyncGenerator<FileRow> }> {
  const { head } = await peek(await decompress(createReadStream(path)), 4096);
  const text = head
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (isParquet(head))
    return { columns: await columnsOf(`read_parquet(${quoteText(path)})`), read: () => parquetRows(path) };
  if (text.startsWith("{") || text.startsWith("["))
    return { columns: await jsonColumns(path), read: () => jsonRows(path) };
  if (text === "") throw new MemopError("BAD_INPUT", `${path} is empty`);
  const csv = `read_csv(${quoteText(path)}, all_varchar = true, header = true)`;
  return { columns: await columnsOf(csv), read: () => csvRows(csv) };
}

async function columnsOf(from: string): Promise<string[]> {
  const database = await openDatabase();
  try {
    return (await database.all(`DESCRIBE SELECT * FROM ${from}`)).map((row) => String(row.column_name));
  } finally {
    database.close();
  }
}

async function* parquetRows(path: string): AsyncGenerator<FileRow> {
  let number = 0;
  for await (const row of readParquetRows(path)) {
    yield { row, at: String(number) };
    number += 1;
  }
}

async function* csvRows(from: string): AsyncGenerator<FileRow> {
  const database = await openDatabase();
  try {
    let line = 2;
    for await (const rows of database.stream(`SELECT * FROM ${from}`)) {
      for (const row of rows) {
        yield { row, at: String(line) };
        line += 1;
      }
    }
  } finally {
    database.close();
  }
}

async function jsonColumns(path: string): Promise<string[]> {
  const names = new Set<string>();
  for await (const each of jsonRows(path)) if ("row" in each) for (const name of Object.keys(each.row)) names.add(name);
  return [...names];
}

async function* jsonRows(path: string): AsyncGenerator<FileRow> {
  for await (const record of readRecords(await decompress(createReadStream(path)))) {
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
