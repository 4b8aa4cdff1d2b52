import { existsSync, readdirSync } from "node:fs";
import { readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { hashFile } from "../files/hash-file.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { emptyManifest, type FileRecord, Manifest, StageRecord } from "./manifest.ts";
import type { Workspace } from "./workspace.ts";

const MARKER = "commit.json";

/** Folder in which a stage builds its tables before they take the place of older ones. */
export function stagingFolder(workspace: Workspace, stage: string): string {
  return join(workspace.root, ".stage", stage);
}

/**
 * Puts a stage's finished tables into the workspace and its record into the manifest.
 *
 * `staging` holds one folder per table and `refused.jsonl`. A marker is written first, so that an interruption at any
 * later point is made good by `recoverStages`: the workspace is either as before or as after, never between.
 */
export async function commitStage(
  workspace: Workspace,
  stage: string,
  record: Omit<StageRecord, "tables">,
  rows: Readonly<Record<string, number>>,
): Promise<StageRecord> {
  const staging = stagingFolder(workspace, stage);
  const tables: StageRecord["tables"] = {};
  for (const [table, count] of Object.entries(rows)) {
    tables[table] = { rows: count, parts: await recordParts(join(staging, table), table) };
  }
  const complete: StageRecord = { ...record, tables };
  await writeFileAtomic(join(staging, MARKER), JSON.stringify(complete));
  await rollForward(workspace, stage);
  return complete;
}

/** Completes commits that were interrupted; to be called by whoever holds the lock, before anything else. */
export async function recoverStages(workspace: Workspace): Promise<void> {
  const folder = join(workspace.root, ".stage");
  if (!existsSync(folder)) return;
  for (const stage of readdirSync(folder)) {
    if (existsSync(join(folder, stage, MARKER))) await rollForward(workspace, stage);
  }
}

async function rollForward(workspace: Workspace, stage: string): Promise<void> {
  const staging = stagingFolder(workspace, stage);
  const record = StageRecord.parse(JSON.parse(await readFile(join(staging, MARKER), "utf8")));
  for (const table of Object.keys(record.tables)) {
    if (existsSync(join(staging, table))) await replaceFolder(join(staging, table), join(workspace.root, table));
  }
  if (existsSync(join(staging, "refused.jsonl"))) {
    const refusals = await readFile(join(staging, "refused.jsonl"));
    await writeFileAtomic(join(workspace.root, "refused", `${stage}.jsonl`), refusals);
  }
  const file = join(workspace.root, "manifest.json");
  const manifest = existsSync(file) ? Manifest.parse(JSON.parse(await readFile(file, "utf8"))) : emptyManifest();
  manifest.stages[stage] = record;
  await writeFileAtomic(file, `${JSON.stringify(manifest, null, 2)}\n`);
  await rm(staging, { recursive: true, force: true });
}

/** Puts a finished folder in the place of an older one. */
async function replaceFolder(from: string, to: string): Promise<void> {
  const old = `${to}.old`;
  if (existsSync(to)) {
    await rm(old, { recursive: true, force: true });
    await rename(to, old);
  }
  await rename(from, to);
  await rm(old, { recursive: true, force: true });
}

async function recordParts(folder: string, table: string): Promise<FileRecord[]> {
  const records: FileRecord[] = [];
  for (const name of readdirSync(folder).sort()) {
    const { size } = await stat(join(folder, name));
    records.push({ file: `${table}/${name}`, bytes: size, sha256: await hashFile(join(folder, name)) });
  }
  return records;
}
