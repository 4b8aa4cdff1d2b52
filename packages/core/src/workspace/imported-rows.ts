import { join } from "node:path";
import type { Database } from "../tables/database.ts";
import { openDatabase } from "../tables/database.ts";
import { readParquetSql } from "../tables/parquet.ts";
import { quoteName, type Row, type TableSchema } from "../tables/table-schema.ts";
import { openTables } from "./open-tables.ts";
import { tableFiles, type Workspace } from "./workspace.ts";
import { writeTable } from "./write-table.ts";

/**
 * The table beside `schema` that holds what was imported alone, so that a stage which makes the table anew can put the
 * imported rows back.
 */
export function importedTable(schema: TableSchema): TableSchema {
  return { ...schema, name: `imported_${schema.name}` };
}

/** Names of the columns that a table of the workspace has, also those that its schema does not know. */
export async function columnsInWorkspace(workspace: Workspace, schema: TableSchema): Promise<string[]> {
  const database = await openTables(workspace, [schema]);
  try {
    return await columnsOf(database, quoteName(schema.name));
  } finally {
    database.close();
  }
}

/** The schema with further columns as text. */
export function widened(schema: TableSchema, columns: readonly string[]): TableSchema {
  const extra = columns.filter((column) => schema.columns[column] === undefined);
  return { ...schema, columns: { ...schema.columns, ...Object.fromEntries(extra.map((name) => [name, "VARCHAR"])) } };
}

/** A row's key as one text. */
export function rowKey(row: Row, schema: TableSchema): string {
  return JSON.stringify(schema.key.map((column) => row[column] ?? null));
}

/** The rows, and after them those rows of a query whose key none of them has. */
export async function* withOthers(
  rows: AsyncIterable<Row>,
  database: Database,
  from: string,
  schema: TableSchema,
): AsyncGenerator<Row> {
  const keys = new Set<string>();
  for await (const row of rows) {
    keys.add(rowKey(row, schema));
    yield row;
  }
  for await (const batch of database.stream(`SELECT * FROM ${from}`)) {
    for (const row of batch) if (!keys.has(rowKey(row, schema))) yield row;
  }
}

/**
 * Puts the imported rows of a table into the one that a stage has just made in `folder`; an imported row comes before a row
 * with its key. Returns how many rows it then has; null when nothing was imported. The same as importing after the stage.
 */
export async function putImportedBack(
  workspace: Workspace,
  schema: TableSchema,
  folder: string,
): Promise<number | null> {
  const imported = importedTable(schema);
  const files = tableFiles(workspace, imported.name);
  if (files.length === 0) return null;
  const made = tableFiles({ root: folder }, schema.name);
  const database = await openDatabase({ memoryMb: 1024, spillTo: join(workspace.root, ".spill") });
  try {
    const wide = widened(schema, await columnsOf(database, readParquetSql(files)));
    const kept = made.length === 0 ? `(SELECT * FROM ${readParquetSql(files)} WHERE false)` : readParquetSql(made);
    const rows = withOthers(allRows(database, readParquetSql(files)), database, kept, schema);
    return await writeTable(join(folder, schema.name), wide, rows, schema.key.map(quoteName).join(", "));
  } finally {
    database.close();
  }
}

async function columnsOf(database: Database, from: string): Promise<string[]> {
  return (await database.all(`DESCRIBE SELECT * FROM ${from}`)).map((row) => String(row.column_name));
}

async function* allRows(database: Database, from: string): AsyncGenerator<Row> {
  for await (const batch of database.stream(`SELECT * FROM ${from}`)) yield* batch;
}
