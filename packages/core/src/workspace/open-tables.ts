import { join } from "node:path";
import { MemopError } from "../error.ts";
import { type Database, type DatabaseOptions, openDatabase } from "../tables/database.ts";
import { readParquetSql } from "../tables/parquet.ts";
import { quoteName, type TableSchema } from "../tables/table-schema.ts";
import { tableFiles, tableSql, type Workspace } from "./workspace.ts";

/**
 * Opens a database in which each table of the workspace is a view of that name.
 *
 * A query that fails because a table's file is damaged throws `BAD_WORKSPACE`, naming the file.
 */
export async function openTables(
  workspace: Workspace,
  schemas: readonly TableSchema[],
  options: Omit<DatabaseOptions, "explain"> = {},
): Promise<Database> {
  const files = schemas.flatMap((schema) => tableFiles(workspace, schema.name));
  const explain = (reason: string): Promise<MemopError | null> => damageAmong(files, reason);
  const database = await openDatabase({ spillTo: join(workspace.root, ".spill"), ...options, explain });
  try {
    for (const schema of schemas) {
      await database.run(`CREATE VIEW ${quoteName(schema.name)} AS SELECT * FROM ${tableSql(workspace, schema)}`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** DuckDB's complaints about files; those about the text of a query begin otherwise. */
const ABOUT_FILES = /^(IO|Invalid|Invalid Input|Serialization|Internal) Error/;

/** DuckDB does not name the file in every complaint: reads one after the other until one cannot be read. */
async function damageAmong(files: readonly string[], reason: string): Promise<MemopError | null> {
  if (!ABOUT_FILES.test(reason)) return null;
  const database = await openDatabase();
  try {
    for (const file of files) {
      try {
        for await (const _ of database.stream(`SELECT * FROM ${readParquetSql([file])}`));
      } catch (cause) {
        return new MemopError("BAD_WORKSPACE", `${file} is damaged: ${reason.split("\n")[0]}`, {
          hint: "run the command that wrote this table again, or restore the file",
          cause,
        });
      }
    }
    return null;
  } finally {
    database.close();
  }
}
