import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { hashOf } from "../hash.ts";
import type { Json } from "../json.ts";
import { quoteName } from "../tables/table-schema.ts";
import { version } from "../version.ts";
import { commitStage, recoverStages, stagingFolder } from "./commit-stage.ts";
import { withLock } from "./lock.ts";
import type { StageRecord } from "./manifest.ts";
import { countReasons, type Refusal } from "./refusal.ts";
import type { StageDefinition } from "./stage-definition.ts";
import { hashTables, isWhole } from "./whole-tables.ts";
import { readManifest, type Workspace } from "./workspace.ts";
import { writeTable } from "./write-table.ts";

/**
 * Runs a stage under the workspace's lock and returns its record.
 *
 * Tables are written to `.stage/`, flushed, renamed into place, and then the manifest is written: an interrupted stage
 * leaves the workspace as it was and runs again from its start. A stage that is complete with the same key is not run
 * again unless `force` is set: its record is returned. What the body throws is thrown, and nothing is changed.
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
    const built = await buildTables(staging, definition).catch(async (error: unknown) => {
      await rm(staging, { recursive: true, force: true });
      throw error;
    });
    const { read, used, result, refusals, rows } = built;
    const record = {
      key,
      toolVersion: version,
      config: { ...definition.config },
      inputs,
      seed: definition.seed ?? null,
      counts: { read, used, refused: refusals.length, byReason: countReasons(refusals) },
      result,
      startedAt,
      finishedAt: new Date().toISOString(),
    };
    return commitStage(workspace, definition.name, record, rows);
  });
}

interface Built {
  readonly read: number;
  readonly used: number;
  readonly result: Record<string, unknown>;
  readonly refusals: readonly Refusal[];
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Runs the body; its tables and `refused.jsonl` are in the staging folder afterwards. */
async function buildTables(staging: string, definition: StageDefinition): Promise<Built> {
  const rows: Record<string, number> = {};
  const refusals: Refusal[] = [];
  const done = await definition.body({
    async write(schema, tableRows, orderBy = schema.key.map(quoteName).join(", ")) {
      const count = await writeTable(join(staging, schema.name), schema, tableRows, orderBy);
      rows[schema.name] = count;
      return count;
    },
    refuse: (refusal) => void refusals.push(refusal),
  });
  await writeFileAtomic(join(staging, "refused.jsonl"), refusals.map((each) => `${JSON.stringify(each)}\n`).join(""));
  return { ...done, refusals, rows };
}
