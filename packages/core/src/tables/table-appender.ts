import {
  type DuckDBAppender,
  DuckDBListType,
  DuckDBStructType,
  type DuckDBType,
  type DuckDBValue,
  listValue,
  structValue,
} from "@duckdb/node-api";
import { MemopError } from "../error.ts";
import type { Database } from "./database.ts";
import { showValue } from "./show-value.ts";
import { columnList, quoteName, type Row, type TableSchema } from "./table-schema.ts";

/** Fills one in-memory table row by row. */
export interface TableAppender {
  readonly rows: number;
  /** Throws `BAD_INPUT` naming table and column when a value does not fit the column's type. */
  append(row: Row): void;
  /** Makes the rows visible to queries. */
  finish(): void;
}

/** Creates the in-memory table `as` with the schema's columns and opens an appender on it. */
export async function createTable(database: Database, schema: TableSchema, as: string): Promise<TableAppender> {
  await database.run(`CREATE OR REPLACE TABLE ${quoteName(as)} (${columnList(schema)})`);
  const appender = await database.connection.createAppender(as);
  const names = Object.keys(schema.columns);
  const types = names.map((_, at) => appender.columnType(at));
  let rows = 0;
  return {
    get rows() {
      return rows;
    },
    append(row) {
      for (const [at, name] of names.entries()) appendCell(appender, schema, name, types[at] as DuckDBType, row[name]);
      appender.endRow();
      rows += 1;
      // DuckDB appends in chunks of 2,048 rows; long texts must not pile up until then.
      if (rows % 256 === 0) appender.flushSync();
    },
    finish() {
      appender.closeSync();
    },
  };
}

function appendCell(
  appender: DuckDBAppender,
  schema: TableSchema,
  name: string,
  type: DuckDBType,
  value: unknown,
): void {
  try {
    if (value === null || value === undefined) appender.appendNull();
    else if (typeof value === "string") appender.appendVarchar(value);
    else if (value instanceof Uint8Array) appender.appendBlob(value);
    else appender.appendValue(duckValue(value, type), type);
  } catch (error) {
    throw new MemopError(
      "BAD_INPUT",
      `table ${schema.name}, column ${name}: ${showValue(value)} is no ${schema.columns[name]}`,
      { cause: error },
    );
  }
}

function duckValue(value: unknown, type: DuckDBType): DuckDBValue {
  if (value === null || value === undefined) return null;
  if (type instanceof DuckDBListType) {
    return listValue((value as readonly unknown[]).map((each) => duckValue(each, type.valueType)));
  }
  if (type instanceof DuckDBStructType) {
    const fields = type.entryNames.map((name, at) => [
      name,
      duckValue((value as Row)[name], type.entryTypes[at] as DuckDBType),
    ]);
    return structValue(Object.fromEntries(fields));
  }
  return value as DuckDBValue;
}
