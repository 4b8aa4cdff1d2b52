import { copyFile, link, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Database, quoteName, quoteText, writeParquet } from "@memop/core";
import { trajectoriesTable } from "../tables/trajectories-table.ts";
import { createTrajectoriesTable } from "./part-files.ts";
import { type PlacedRow, planParts } from "./plan-parts.ts";

/** Writes the rows as `part-00000.parquet` and on into `folder`. Files that already are a part are linked, not written. */
export async function writeParts(
  database: Database,
  placed: readonly PlacedRow[],
  folder: string,
  partBytes: number,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const rowsInFile = await countRows(database, [...new Set(placed.map((row) => row.file))]);
  let number = 0;
  for (const part of planParts(placed, rowsInFile, partBytes)) {
    const target = join(folder, `part-${String(number).padStart(5, "0")}.parquet`);
    if (part.asIs === null) await writePart(database, part.rows, target);
    else await linkOrCopy(part.asIs, target);
    number += 1;
  }
  if (number === 0) {
    await createTrajectoriesTable(database, "part");
    await writeParquet(database, "SELECT * FROM part", join(folder, "part-00000.parquet"));
  }
}

async function countRows(database: Database, files: readonly string[]): Promise<Map<string, number>> {
  if (files.length === 0) return new Map();
  const list = files.map(quoteText).join(", ");
  const counts = await database.all(`SELECT file_name, num_rows FROM parquet_file_metadata([${list}])`);
  return new Map(counts.map((row) => [row.file_name as string, row.num_rows as number]));
}

async function writePart(database: Database, rows: readonly PlacedRow[], target: string): Promise<void> {
  await database.run("CREATE OR REPLACE TABLE wanted (filename VARCHAR, file_row_number BIGINT, position INTEGER)");
  const appender = await database.connection.createAppender("wanted");
  for (const [position, row] of rows.entries()) {
    appender.appendVarchar(row.file);
    appender.appendBigInt(BigInt(row.rowNumber));
    appender.appendInteger(position);
    appender.endRow();
  }
  appender.closeSync();
  await createTrajectoriesTable(database, "part");
  const columns = Object.keys(trajectoriesTable.columns).map(columnSql).join(", ");
  const files = [...new Set(rows.map((row) => row.file))].map(quoteText).join(", ");
  // The part goes through a table, as a freshly read one does: only then are the bytes the same.
  await database.run(`INSERT INTO part SELECT ${columns}
    FROM read_parquet([${files}], filename = true, file_row_number = true) t
    JOIN wanted USING (filename, file_row_number) LEFT JOIN changes USING (trajectory_id)
    ORDER BY wanted.position`);
  await writeParquet(database, "SELECT * FROM part", target);
  await database.run("DROP TABLE part");
}

/** Columns that the join may change come from `changes` where it has a row. */
function columnSql(name: string): string {
  const changed = "changes.patch_source IS NOT DISTINCT FROM 'prediction'";
  const isChanged = "changes.trajectory_id IS NOT NULL";
  if (name === "memory_id") return `CASE WHEN ${isChanged} THEN changes.memory_id ELSE t.memory_id END`;
  if (name === "patch_source") return `CASE WHEN ${isChanged} THEN changes.patch_source ELSE t.patch_source END`;
  if (name === "final_patch") {
    return `CASE WHEN ${changed} THEN changes.patch WHEN t.patch_source = 'prediction' AND ${isChanged} THEN NULL ELSE t.final_patch END`;
  }
  return `t.${quoteName(name)}`;
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
  }
}
