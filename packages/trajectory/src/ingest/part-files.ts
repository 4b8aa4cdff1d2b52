import {
  columnList,
  createTable,
  type Database,
  defineTable,
  openDatabase,
  quoteName,
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
  for (const [at, group] of groups.entries()) await listLeftOut(database, group, leftOutTable(at));
  const all = (of: "trajectories" | "records", schema: TableSchema): string =>
    groups
      .map((group, at) =>
        sourceSql(schema, group[of], of === "trajectories", group.without.length > 0 ? leftOutTable(at) : null),
      )
      .join(" UNION ALL ");
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

function leftOutTable(group: number): string {
  return `left_out_${group}`;
}

/** Fills a table with the files of a group, as rows name them, that are left out; archives by their members. */
async function listLeftOut(
  database: Database,
  { trajectories, records, without }: PartFiles,
  as: string,
): Promise<void> {
  if (without.length === 0) return;
  const appender = await createTable(database, leftOutColumns, as);
  const bySource = new Map<string, LeftOutSource[]>();
  for (const each of without) bySource.set(each.source, [...(bySource.get(each.source) ?? []), each]);
  for (const files of [trajectories, records]) {
    if (files.length === 0) continue;
    const query = `SELECT DISTINCT source_file, condition, run FROM ${readParquetSql(files)}`;
    for await (const batch of database.stream(query)) {
      for (const row of batch) {
        const { condition, run } = row;
        const isLeftOut = archivesOf(row.source_file as string).some((source) =>
          bySource
            .get(source)
            ?.some(({ labels }) => labels === null || (labels.condition === condition && labels.run === run)),
        );
        if (isLeftOut) appender.append({ ...row, run: run ?? "" });
      }
    }
  }
  appender.finish();
}

/** The columns by which rows are left out; no run is the empty text. */
const leftOutColumns = defineTable({
  name: "left_out",
  key: ["source_file", "condition", "run"],
  columns: { source_file: "VARCHAR", condition: "VARCHAR", run: "VARCHAR" },
});

/** The file itself, and what may be the archive that it is a member of: any `#` may belong to a name. */
function archivesOf(sourceFile: string): string[] {
  const archives = [sourceFile];
  for (let at = sourceFile.indexOf("#"); at !== -1; at = sourceFile.indexOf("#", at + 1)) {
    archives.push(sourceFile.slice(0, at));
  }
  return archives;
}

function sourceSql(schema: TableSchema, files: readonly string[], located: boolean, leftOut: string | null): string {
  if (files.length === 0) {
    const columns = Object.entries(schema.columns).map(([name, type]) => `NULL::${type} AS ${quoteName(name)}`);
    const place = located ? ["NULL::VARCHAR AS filename", "NULL::BIGINT AS file_row_number"] : [];
    return `SELECT ${[...columns, ...place].join(", ")} WHERE false`;
  }
  const columns = Object.keys(schema.columns).map((name) => `t.${quoteName(name)}`);
  const call = readParquetSql(files);
  const from = located ? call.replace(/\)$/, ", filename = true, file_row_number = true)") : call;
  const place = located ? ["t.filename", "t.file_row_number"] : [];
  const but =
    leftOut === null
      ? ""
      : ` ANTI JOIN ${leftOut} l ON l.source_file = t.source_file AND l.condition = t.condition AND l.run = coalesce(t.run, '')`;
  return `SELECT ${[...columns, ...place].join(", ")} FROM ${from} t${but}`;
}

/** Creates an empty table with the columns of `trajectories`. */
export async function createTrajectoriesTable(database: Database, name: string): Promise<void> {
  await database.run(`CREATE OR REPLACE TABLE ${quoteName(name)} (${columnList(trajectoriesTable)})`);
}
