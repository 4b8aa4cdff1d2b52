import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { MemopError } from "../error.ts";
import { hashFile } from "../files/hash-file.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { type FileRecord, type Manifest, StageRecord } from "./manifest.ts";
import { exists } from "./running-process.ts";
import { readManifest, type Workspace } from "./workspace.ts";

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

/**
 * Completes commits that were interrupted, and removes what killed processes left; to be called by whoever holds the lock,
 * before anything else.
 */
export async function recoverStages(workspace: Workspace): Promise<void> {
  for (const name of readdirSync(workspace.root)) {
    const pid = /^\.(?:spill|lock)-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !exists(Number(pid)))
      await rm(join(workspace.root, name), { recursive: true, force: true });
  }
  const folder = join(workspace.root, ".stage");
  if (!existsSync(folder)) return;
  for (const stage of readdirSync(folder)) {
    if (existsSync(join(folder, stage, MARKER))) await rollForward(workspace, stage);
  }
}

async function rollForward(workspace: Workspace, stage: string): Promise<void> {
  const staging = stagingFolder(workspace, stage);
  const record = await readMarker(join(staging, MARKER));
  const manifest = await readManifest(workspace);
  for (const table of Object.keys(record.tables))
    await replaceFolder(join(staging, table), join(workspace.root, table));
  if (existsSync(join(staging, "refused.jsonl"))) {
    await mkdir(join(workspace.root, "refused"), { recursive: true });
    await rename(join(staging, "refused.jsonl"), join(workspace.root, "refused", `${stage}.jsonl`));
  }
  const stages = { ...manifest.stages, [stage]: record };
  await writeFileAtomic(
    join(workspace.root, "manifest.json"),
    `${JSON.stringify({ ...manifest, stages } satisfies Manifest, null, 2)}\n`,
  );
  await rm(staging, { recursive: true, force: true });
}

async function readMarker(file: string): Promise<StageRecord> {
  try {
    return StageRecord.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (cause) {
    throw new MemopError("BAD_WORKSPACE", `${file} is no commit that this version can complete`, {
      hint: "remove the folder that it is in, and run the stage again",
      cause,
    });
  }
}

/** Puts a finished folder in the place of an older one; goes on where an interrupted call was. */
async function replaceFolder(from: string, to: string): Promise<void> {
  const old = `${to}.old`;
  if (existsSync(from)) {
    if (existsSync(to)) {
      await rm(old, { recursive: true, force: true });
      await rename(to, old);
    }
    await rename(from, to);
  }
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
