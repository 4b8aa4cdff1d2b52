import { stat } from "node:fs/promises";
import { join } from "node:path";
import { hashFile } from "../files/hash-file.ts";
import { hashOf } from "../hash.ts";
import { compareText } from "../records/input-file.ts";
import type { FileRecord, Manifest, StageRecord } from "./manifest.ts";
import { readManifest, tableFiles, type Workspace } from "./workspace.ts";

/** True when every file that a stage wrote is still there with its size. */
export async function isWhole(workspace: Workspace, stage: StageRecord): Promise<boolean> {
  for (const { parts } of Object.values(stage.tables)) if (!(await areWhole(workspace, parts))) return false;
  return true;
}

/**
 * Hash of each table's files, by table name; a table that does not exist has the hash of nothing. The hashes of files as
 * their stage wrote them are taken from the manifest; files that have another size, or that no stage wrote, are read.
 */
export async function hashTables(workspace: Workspace, tables: readonly string[]): Promise<Record<string, string>> {
  const manifest = await readManifest(workspace);
  const hashes: Record<string, string> = {};
  for (const table of tables) {
    const files = tableFiles(workspace, table);
    const recorded = latestParts(manifest, table);
    const isRecorded = recorded.length === files.length && (await areWhole(workspace, recorded));
    const parts = isRecorded ? recorded.map((part) => part.sha256) : await hashesOf(files);
    hashes[table] = hashOf(parts);
  }
  return hashes;
}

/** The files of a table as the stage that wrote it last recorded them. */
function latestParts(manifest: Manifest, table: string): readonly FileRecord[] {
  const [latest] = Object.values(manifest.stages)
    .filter((stage) => stage.tables[table] !== undefined)
    .sort((a, b) => compareText(b.finishedAt, a.finishedAt));
  return latest?.tables[table]?.parts ?? [];
}

async function areWhole(workspace: Workspace, parts: readonly FileRecord[]): Promise<boolean> {
  for (const part of parts) {
    const found = await stat(join(workspace.root, part.file)).catch(() => null);
    if (found?.size !== part.bytes) return false;
  }
  return true;
}

async function hashesOf(files: readonly string[]): Promise<string[]> {
  const hashes: string[] = [];
  for (const file of files) hashes.push(await hashFile(file));
  return hashes;
}
