import { rm } from "node:fs/promises";
import {
  commitStage,
  hashOf,
  hashTables,
  MemopError,
  readManifest,
  recoverStages,
  stagingFolder,
  tableFiles,
  version,
  type Workspace,
  withLock,
} from "@memop/core";
import { recordsTable } from "../tables/records-table.ts";
import { trajectoriesTable } from "../tables/trajectories-table.ts";
import { callsOf, type IngestCall } from "./ingest-call.ts";
import { totalCounts } from "./ingest-result.ts";
import { seal } from "./seal.ts";
import type { Shard } from "./shard.ts";
import { withRepositories } from "./with-repositories.ts";

/** What gathering joined. */
export interface GatherResult {
  readonly read: number;
  readonly used: number;
  readonly refused: number;
  /** Number of workspaces joined. */
  readonly gathered: number;
}

/**
 * Joins the ingested tables of shards into `target`: rows in source order, the first of equal trajectories kept.
 *
 * Throws `BAD_WORKSPACE` when a shard's ingestion is not complete.
 */
export async function gatherIngested(
  shards: readonly Workspace[],
  target: Workspace,
  partBytes?: number,
): Promise<GatherResult> {
  return withLock(target.root, "gather", async () => {
    await recoverStages(target);
    const calls = new Map<string, IngestCall>();
    // Shards of a later stage are copies of one ingested workspace: its tables count once.
    const distinct = new Map<string, Workspace>();
    for (const shard of shards) {
      const record = (await readManifest(shard)).stages.ingest;
      if (record === undefined) {
        throw new MemopError("BAD_WORKSPACE", `${shard.root} holds no complete ingestion`, {
          hint: "run its memop ingest again with the same --shard",
        });
      }
      for (const call of callsOf(record)) calls.set(call.key, call);
      distinct.set(hashOf(await hashTables(shard, [trajectoriesTable.name, recordsTable.name])), shard);
    }
    checkShards([...calls.values()]);
    const held = callsOf((await readManifest(target)).stages.ingest).filter((call) => !calls.has(call.key));
    if (held.length > 0) {
      throw new MemopError("BAD_WORKSPACE", `${target.root} holds other inputs, which gathering would replace`, {
        hint: "choose a new folder for --out",
      });
    }
    const startedAt = new Date().toISOString();
    const folder = stagingFolder(target, "ingest");
    await rm(folder, { recursive: true, force: true });
    const parts = [...distinct.values()].map((shard) => ({
      trajectories: tableFiles(shard, trajectoriesTable.name),
      records: tableFiles(shard, recordsTable.name),
      without: [],
    }));
    const sealed = await withRepositories(null, [...calls.values()], (repositories) =>
      seal(parts, folder, partBytes, repositories),
    );
    const counts = totalCounts(sealed);
    const result = { read: counts.read, used: counts.used, refused: counts.refused, gathered: shards.length };
    const record = {
      key: hashOf([...calls.keys()]),
      toolVersion: version,
      config: { calls: [...calls.values()] },
      inputs: {},
      seed: null,
      counts,
      result,
      startedAt,
      finishedAt: new Date().toISOString(),
    };
    await commitStage(target, "ingest", record, sealed.rows);
    return result;
  });
}

/** Throws `BAD_WORKSPACE` unless every call that was made in shards is there with all of them. */
function checkShards(calls: readonly IngestCall[]): void {
  const found = new Map<string, { count: number; indexes: Set<number> }>();
  for (const { options } of calls) {
    const { shard, ...rest } = options;
    if (shard === null || shard === undefined) continue;
    const { index, count } = shard as unknown as Shard;
    const key = hashOf({ ...rest, count });
    const known = found.get(key) ?? { count, indexes: new Set() };
    known.indexes.add(index);
    found.set(key, known);
  }
  for (const { count, indexes } of found.values()) {
    const missing = Array.from({ length: count }, (_, index) => index).filter((index) => !indexes.has(index));
    if (missing.length === 0) continue;
    const names = missing.map((index) => `${index}/${count}`).join(", ");
    throw new MemopError("BAD_WORKSPACE", `shard ${names} is missing`, {
      hint: `run the same memop ingest with --shard ${missing[0]}/${count}, and name its workspace too`,
    });
  }
}
