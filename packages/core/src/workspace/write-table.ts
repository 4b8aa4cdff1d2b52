import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "../tables/database.ts";
import { writeParquet } from "../tables/parquet.ts";
import { createTable } from "../tables/table-appender.ts";
import type { Row, TableSchema } from "../tables/table-schema.ts";

/**
 * Writes rows as the one Parquet file of the table in `folder`, which is made; returns how many.
 *
 * `orderBy` is a list of SQL expressions; rows that are equal by it keep the order in which they came.
 */
export async function writeTable(
  folder: string,
  schema: TableSchema,
  rows: AsyncIterable<Row> | Iterable<Row>,
  orderBy: string,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const database = await openDatabase({ spillTo: join(folder, "..", ".spill"), memoryMb: 1024 });
  try {
    const appender = await createTable(database, schema, "rows");
    for await (const row of rows) appender.append(row);
    appender.finish();
    await writeParquet(database, `SELECT * FROM rows ORDER BY ${orderBy}, rowid`, join(folder, "part-00000.parquet"));
    return appender.rows;
  } finally {
    database.close();
  }
}
