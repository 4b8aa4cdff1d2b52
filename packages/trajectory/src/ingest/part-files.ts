import {
  columnList,
  type Database,
  openDatabase,
  quoteName,
  quoteText,
  readParquetSql,
  type TableSchema,
} from "@memop/core";
import { type RecordKind, recordsTable } from "../tables/records-table.ts";
import { trajectoriesTable } from "../tables/trajectories-table.ts";
import type { Labels } from "./labels.ts";
import type { RecordRow } from "./staged-row.ts";

/** Part files of one workspace or staging area. */
export interface PartFiles {
  readonly trajectories: readonly string[];
  readonly records: readonly string[];
  /** Sources whose rows in these files are left out, since they were read again. */
  readonly without: readonly LeftOutSource[];
}

/** A file (all its members and lines) under certain labels. */
export interface LeftOutSource {
  readonly source: string;
  /** Null for all labels. */
  readonly labels: Labels | null;
}

/** The order of rows of `trajectories` and `records`: that of their sources. */
export const SOURCE_ORDER = "source_file, condition, coalesce(run, ''), source_byte";

/**
 * Opens a database with the views `trajectory_rows` (all columns, and `filename` and `file_row_number`) and `record_rows`
 * over the part files.
 */
export async function openPartFiles(groups: readonly PartFiles[], spillTo: string): Promise<Database> {
  const database = await openDatabase({ memoryMb: 1024, spillTo });
  const all = (of: "trajectories" | "records", schema: TableSchema): string =>
    groups.map((group) => sourceSql(schema, group[of], of === "trajectories", group.without)).join(" UNION ALL ");
  await database.run(`CREATE VIEW trajectory_rows AS ${all("trajectories", trajectoriesTable)}`);
  await database.run(`CREATE VIEW record_rows AS ${all("records", recordsTable)}`);
  return database;
}

/** All records of the given kinds in source order. */
export async function recordsOf(database: Database, kinds: readonly RecordKind[]): Promise<RecordRow[]> {
  const list = kinds.map((kind) => `'${kind}'`).join(", ");
  const rows = await database.all(
    `SELECT * FROM record_rows WHERE kind IN (${list}) ORDER BY ${SOURCE_ORDER}, ordinal, kind, task_id`,
  );
  return rows as unknown as RecordRow[];
}

function sourceSql(
  schema: TableSchema,
  files: readonly string[],
  located: boolean,
  without: readonly LeftOutSource[],
): string {
  if (files.length === 0) {
    const columns = Object.entries(schema.columns).map(([name, type]) => `NULL::${type} AS ${quoteName(name)}`);
    const place = located ? ["NULL::VARCHAR AS filename", "NULL::BIGINT AS file_row_number"] : [];
    return `SELECT ${[...columns, ...place].join(", ")} WHERE false`;
  }
  const columns = Object.keys(schema.columns).map(quoteName).join(", ");
  const call = readParquetSql(files);
  const where = without.length === 0 ? "" : ` WHERE NOT (${without.map(isOfSource).join(" OR ")})`;
  if (!located) return `SELECT ${columns} FROM ${call}${where}`;
  const withPlace = call.replace(/\)$/, ", filename = true, file_row_number = true)");
  return `SELECT ${columns}, filename, file_row_number FROM ${withPlace}${where}`;
}

function isOfSource({ source, labels }: LeftOutSource): string {
  const file = `(source_file = ${quoteText(source)} OR starts_with(source_file, ${quoteText(`${source}#`)}))`;
  if (labels === null) return file;
  return `(${file} AND condition = ${quoteText(labels.condition)} AND coalesce(run, '') = ${quoteText(labels.run ?? "")})`;
}

/** Creates an empty table with the columns of `trajectories`. */
export async function createTrajectoriesTable(database: Database, name: string): Promise<void> {
  await database.run(`CREATE OR REPLACE TABLE ${quoteName(name)} (${columnList(trajectoriesTable)})`);
}
