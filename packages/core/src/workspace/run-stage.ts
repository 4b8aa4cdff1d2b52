import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { hashFile } from "../files/hash-file.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { hashOf } from "../hash.ts";
import type { Json } from "../json.ts";
import { compareText } from "../records/input-file.ts";
import { openDatabase } from "../tables/database.ts";
import { writeParquet } from "../tables/parquet.ts";
import { createTable } from "../tables/table-appender.ts";
import { quoteName, type Row, type TableSchema } from "../tables/table-schema.ts";
import { version } from "../version.ts";
import { commitStage, recoverStages, stagingFolder } from "./commit-stage.ts";
import { withLock } from "./lock.ts";
import type { StageRecord } from "./manifest.ts";
import { readManifest, tableFiles, type Workspace } from "./workspace.ts";

/** A record that a stage did not use. */
export interface Refusal {
  /** Source path with `#member` or `:line`, or the id of the row. */
  readonly source: string;
  /** Byte offset in the (decompressed) source; null when it has none. */
  readonly byteOffset: number | null;
  /** Stable kebab-case code. */
  readonly reason: string;
  readonly message: string;
}

/** What the body of a stage may do. */
export interface StageContext {
  /** Writes a whole table, replacing it when the stage completes. Rows are ordered by the table's key unless `orderBy` is given. */
  write(schema: TableSchema, rows: AsyncIterable<Row> | Iterable<Row>, orderBy?: string): Promise<number>;
  /** Notes a record that was not used; all go to `refused/<stage>.jsonl`. */
  refuse(refusal: Refusal): void;
}

/** A stage between tables of a workspace. */
export interface StageDefinition {
  readonly name: string;
  /** The resolved configuration, written into the manifest; part of the key. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Names of the tables that the stage reads; their content is part of the key. */
  readonly reads: readonly string[];
  readonly seed?: number;
  /** Returns how many records were read and used (refusals are counted here) and what `--json` prints. */
  body(context: StageContext): Promise<{ read: number; used: number; result: Record<string, unknown> }>;
}

/**
 * Runs a stage under the workspace's lock and returns its record.
 *
 * Tables are written to `.stage/`, flushed, renamed into place, and then the manifest is written: an interrupted stage
 * leaves the workspace as it was and runs again from its start. A stage that is complete with the same key is not run
 * again unless `force` is set: its record is returned.
 */
export async function runStage(
  workspace: Workspace,
  definition: StageDefinition,
  { force = false }: { readonly force?: boolean } = {},
): Promise<StageRecord> {
  return withLock(workspace.root, definition.name, async () => {
    await recoverStages(workspace);
    const manifest = await readManifest(workspace);
    const inputs = await hashTables(workspace, definition.reads);
    const key = hashOf({ name: definition.name, config: definition.config, inputs, version } as Json);
    const before = manifest.stages[definition.name];
    if (!force && before?.key === key && (await isWhole(workspace, before))) return before;
    const startedAt = new Date().toISOString();
    const staging = stagingFolder(workspace, definition.name);
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true });
    const written: Record<string, number> = {};
    const refusals: Refusal[] = [];
    const done = await definition.body({
      async write(schema, rows, orderBy = schema.key.map(quoteName).join(", ")) {
        const count = await writeTable(join(staging, schema.name), schema, rows, orderBy);
        written[schema.name] = count;
        return count;
      },
      refuse: (refusal) => void refusals.push(refusal),
    });
    await writeFileAtomic(join(staging, "refused.jsonl"), toJsonLines(refusals));
    const record = {
      key,
      toolVersion: version,
      config: { ...definition.config },
      inputs,
      seed: definition.seed ?? null,
      counts: { read: done.read, used: done.used, refused: refusals.length, byReason: countReasons(refusals) },
      result: done.result,
      startedAt,
      finishedAt: new Date().toISOString(),
    };
    return commitStage(workspace, definition.name, record, written);
  });
}

/** Writes rows as one sorted Parquet file in `folder`; returns how many. */
async function writeTable(
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
    await writeParquet(database, `SELECT * FROM rows ORDER BY ${orderBy}`, join(folder, "part-00000.parquet"));
    return appender.rows;
  } finally {
    database.close();
  }
}

/** Hash of each table's files, by table name; a table that does not exist has the hash of nothing. */
export async function hashTables(workspace: Workspace, tables: readonly string[]): Promise<Record<string, string>> {
  const manifest = await readManifest(workspace);
  const hashes: Record<string, string> = {};
  for (const table of tables) {
    const recorded = Object.values(manifest.stages)
      .filter((stage) => stage.tables[table] !== undefined)
      .sort((a, b) => compareText(b.finishedAt, a.finishedAt))[0]?.tables[table];
    const parts =
      recorded?.parts.map((part) => part.sha256) ?? (await Promise.all(tableFiles(workspace, table).map(hashFile)));
    hashes[table] = hashOf(parts);
  }
  return hashes;
}

/** True when every file that a stage wrote is still there with its size. */
export async function isWhole(workspace: Workspace, stage: StageRecord): Promise<boolean> {
  for (const { parts } of Object.values(stage.tables)) {
    for (const part of parts) {
      const found = await stat(join(workspace.root, part.file)).catch(() => null);
      if (found?.size !== part.bytes) return false;
    }
  }
  return true;
}

/** How many refusals there are of each reason, reasons sorted. */
export function countReasons(refusals: readonly Refusal[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { reason } of refusals) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function toJsonLines(refusals: readonly Refusal[]): string {
  return refusals.map((refusal) => `${JSON.stringify(refusal)}\n`).join("");
}
