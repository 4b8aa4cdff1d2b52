import { openDatabase } from "../tables/database.ts";
import { readParquetSql } from "../tables/parquet.ts";
import type { Row } from "../tables/table-schema.ts";

/** True when the first bytes are those of a Parquet file. */
export function isParquet(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, 4)).toString("latin1") === "PAR1";
}

/** Streams a Parquet file's rows as plain objects. Throws `BAD_INPUT` when it is damaged. */
export async function* readParquetRows(file: string): AsyncGenerator<Row> {
  const database = await openDatabase();
  try {
    for await (const rows of database.stream(`SELECT * FROM ${readParquetSql([file])}`)) yield* rows;
  } finally {
    database.close();
  }
}
