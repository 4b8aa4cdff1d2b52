import { rm } from "node:fs/promises";
import {
  commitStage,
  hashOf,
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
import { callsOf, type IngestCall } from "./ingest.ts";
import { totalCounts } from "./ingest-result.ts";
import { seal } from "./seal.ts";

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
    const calls: IngestCall[] = [];
    for (const shard of shards) {
      const record = (await readManifest(shard)).stages.ingest;
      if (record === undefined) {
        throw new MemopError("BAD_WORKSPACE", `${shard.root} holds no complete ingestion`, {
          hint: "run its memop ingest again with the same --shard",
        });
      }
      calls.push(...callsOf(record));
    }
    const startedAt = new Date().toISOString();
    const folder = stagingFolder(target, "ingest");
    await rm(folder, { recursive: true, force: true });
    const sealed = await seal(
      shards.map((shard) => ({
        trajectories: tableFiles(shard, trajectoriesTable.name),
        records: tableFiles(shard, recordsTable.name),
        without: [],
      })),
      folder,
      partBytes,
    );
    const counts = totalCounts(
      calls.map((call) => call.result),
      sealed.refused,
    );
    const result = { read: counts.read, used: counts.used, refused: counts.refused, gathered: shards.length };
    const record = {
      key: hashOf(calls.map((call) => call.key)),
      toolVersion: version,
      config: { calls },
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
