import { BLOB, blobValue, DOUBLE, DuckDBTableFunction, type DuckDBType, INTEGER, VARCHAR } from "@duckdb/node-api";
import { MemopError } from "../error.ts";
import type { Database } from "./database.ts";
import { showValue } from "./show-value.ts";
import type { TableAppender } from "./table-appender.ts";
import type { Row, TableSchema } from "./table-schema.ts";

/**
 * Rows handed to DuckDB at a time. It divides DuckDB's row groups, so that a file is cut into them as one written from a
 * table is.
 */
const ROWS_AT_ONCE = 64;

/** What a column can hold here: each value is checked when it is appended, not when a query asks for it. */
const columnTypes: Readonly<Record<string, { readonly type: DuckDBType; fits(value: unknown): boolean }>> = {
  VARCHAR: { type: VARCHAR, fits: (value) => typeof value === "string" },
  BLOB: { type: BLOB, fits: (value) => value instanceof Uint8Array },
  DOUBLE: { type: DOUBLE, fits: (value) => typeof value === "number" },
  INTEGER: { type: INTEGER, fits: (value) => typeof value === "number" && (value | 0) === value },
};

/**
 * Rows that wait in this program until one query reads them, as the table function `as()`: they are never copied into a
 * table, which for long texts costs as much as writing the file. A second query finds no rows.
 *
 * Columns are VARCHAR, BLOB, DOUBLE or INTEGER. Appending throws `BAD_INPUT`, naming table and column, for a value that does
 * not fit. Texts given as bytes must not be changed afterwards.
 */
export function waitingRows(database: Database, schema: TableSchema, as: string): TableAppender {
  const columns = Object.entries(schema.columns).map(([name, typeName]) => {
    const kind = columnTypes[typeName];
    if (kind === undefined)
      throw new Error(`table ${schema.name}, column ${name}: ${typeName} cannot wait for a query`);
    return { name, typeName, ...kind };
  });
  let waiting: Row[] = [];
  let handed = 0;
  let rows = 0;
  database.connection.registerTableFunction(
    DuckDBTableFunction.create({
      name: as,
      bindFunction(result) {
        for (const { name, type } of columns) result.addResultColumn(name, type);
      },
      initFunction() {},
      mainFunction(_, chunk) {
        const batch = waiting.slice(handed, handed + ROWS_AT_ONCE);
        handed += batch.length;
        if (batch.length === 0) waiting = [];
        chunk.rowCount = batch.length;
        if (batch.length === 0) return;
        for (const [at, { name }] of columns.entries()) {
          chunk.setColumnValues(
            at,
            batch.map((row) => {
              const value = row[name] ?? null;
              return value instanceof Uint8Array ? blobValue(value) : (value as string | number | null);
            }),
          );
        }
      },
    }),
  );
  return {
    get rows() {
      return rows;
    },
    append(row) {
      for (const { name, typeName, fits } of columns) {
        const value = row[name];
        if (value === null || value === undefined || fits(value)) continue;
        throw new MemopError(
          "BAD_INPUT",
          `table ${schema.name}, column ${name}: ${showValue(value)} is no ${typeName}`,
        );
      }
      waiting.push(row);
      rows += 1;
    },
    finish() {},
  };
}
