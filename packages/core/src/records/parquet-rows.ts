import { MemopError } from "../error.ts";
import { type Database, openDatabase } from "../tables/database.ts";
import { readParquetSql } from "../tables/parquet.ts";
import type { Row } from "../tables/table-schema.ts";

/** True when the first bytes are those of a Parquet file. */
export function isParquet(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, 4)).toString("latin1") === "PAR1";
}

/** Streams a Parquet file's rows as plain objects. Throws `BAD_INPUT`, naming the file, when it is damaged. */
export async function* readParquetRows(file: string): AsyncGenerator<Row> {
  const database = await openFile(file);
  try {
    for await (const rows of database.stream(`SELECT * FROM ${readParquetSql([file])}`)) yield* rows;
  } finally {
    database.close();
  }
}

/** Names of a Parquet file's columns, in order. Throws `BAD_INPUT`, naming the file, when it is damaged. */
export async function parquetColumns(file: string): Promise<string[]> {
  const database = await openFile(file);
  try {
    const described = await database.all(`DESCRIBE SELECT * FROM ${readParquetSql([file])}`);
    return described.map((row) => String(row.column_name));
  } finally {
    database.close();
  }
}

function openFile(file: string): Promise<Database> {
  const explain = async (reason: string): Promise<MemopError> =>
    new MemopError("BAD_INPUT", `${file} cannot be read as Parquet: ${reason.split("\n")[0]}`, {
      hint: "fetch or write the file again",
    });
  return openDatabase({ explain });
}
