import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  hashOf,
  hashTables,
  MemopError,
  openDatabase,
  openOrCreateWorkspace,
  openWorkspace,
  quoteName,
  type Refusal,
  runStage,
  tableFiles,
  tableSql,
  type Workspace,
} from "@memop/core";
import { decisionsTable } from "@memop/curation";
import { scoresTable } from "@memop/metrics";
import { rewardsTable } from "@memop/reward";
import { gatherIngested, trajectoriesTable } from "@memop/trajectory";

/** Tables of later stages that shards may have; ingested tables are joined by `gatherIngested`. */
const laterTables = [
  { stage: "score", schema: scoresTable },
  { stage: "curate", schema: decisionsTable },
  { stage: "reward", schema: rewardsTable },
] as const;

/**
 * Joins the workspaces of shards into a new one at `root`: the same tables, byte for byte, as one call without shards.
 *
 * Throws `BAD_WORKSPACE` when one of them is none, or when a later stage is complete in some shards only.
 */
export async function gatherWorkspaces(from: readonly string[], root: string): Promise<Record<string, unknown>> {
  const shards = from.map(openWorkspace);
  const target = await openOrCreateWorkspace(root);
  const ingested = await gatherIngested(shards, target);
  const rows: Record<string, number> = {};
  for (const { stage, schema } of laterTables) {
    const having = shards.filter((shard) => tableFiles(shard, schema.name).length > 0);
    if (having.length === 0) continue;
    if (having.length < shards.length) {
      const lacking = shards.find((shard) => tableFiles(shard, schema.name).length === 0);
      throw new MemopError("BAD_WORKSPACE", `${lacking?.root} has no ${schema.name}, other shards have`, {
        hint: `run memop ${stage} there as well, or gather before it`,
      });
    }
    const union = having.map((shard) => `SELECT * FROM ${tableSql(shard, schema)}`).join(" UNION ALL BY NAME ");
    const record = await runStage(target, {
      name: stage,
      config: { gathered: having.length, key: hashOf(await hashesOf(having, schema.name)) },
      reads: [],
      async body({ write, refuse }) {
        const database = await openDatabase({ memoryMb: 1024 });
        try {
          const key = schema.key.map(quoteName).join(", ");
          const batches = database.stream(`SELECT * FROM (${union}) ORDER BY ${key}`);
          const count = await write(schema, flattened(batches));
          const refusals = await refusalsOf(having, stage);
          // In the order of the trajectories, as one call without shards would list them.
          const ids = database.stream(`SELECT trajectory_id FROM ${tableSql(target, trajectoriesTable)}`);
          for await (const { trajectory_id: id } of flattened(ids)) {
            const found = refusals.get(String(id));
            if (found !== undefined) refuse(found);
          }
          const read = count + refusals.size;
          return { read, used: count, result: { gathered: having.length, rows: count } };
        } finally {
          database.close();
        }
      },
    });
    rows[schema.name] = record.tables[schema.name]?.rows ?? 0;
  }
  return { ...ingested, ...rows };
}

/** What a stage refused in any of the workspaces, by its source: the id of a trajectory. */
async function refusalsOf(workspaces: readonly Workspace[], stage: string): Promise<Map<string, Refusal>> {
  const refusals = new Map<string, Refusal>();
  for (const { root } of workspaces) {
    const file = join(root, "refused", `${stage}.jsonl`);
    const lines = existsSync(file) ? (await readFile(file, "utf8")).split("\n").filter((line) => line !== "") : [];
    for (const line of lines) {
      const refusal = JSON.parse(line) as Refusal;
      refusals.set(refusal.source, refusal);
    }
  }
  return refusals;
}

/** Hash of the table in each workspace, in the order of the workspaces. */
async function hashesOf(workspaces: readonly Workspace[], table: string): Promise<string[]> {
  const hashes: string[] = [];
  for (const workspace of workspaces) hashes.push(hashOf(await hashTables(workspace, [table])));
  return hashes;
}

async function* flattened<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}
