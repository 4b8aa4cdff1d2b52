import {
  hashOf,
  MemopError,
  openDatabase,
  openOrCreateWorkspace,
  openWorkspace,
  quoteName,
  runStage,
  tableFiles,
  tableSql,
} from "@memop/core";
import { decisionsTable } from "@memop/curation";
import { scoresTable } from "@memop/metrics";
import { rewardsTable } from "@memop/reward";
import { gatherIngested } from "@memop/trajectory";

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
        hint: `run: memop ${stage} ${lacking?.root} --shard i/n`,
      });
    }
    const union = having.map((shard) => `SELECT * FROM ${tableSql(shard, schema)}`).join(" UNION ALL BY NAME ");
    const record = await runStage(target, {
      name: stage,
      config: { gathered: having.length, key: hashOf(having.map((shard) => tableFiles(shard, schema.name))) },
      reads: [],
      async body({ write }) {
        const database = await openDatabase({ memoryMb: 1024 });
        try {
          const key = schema.key.map(quoteName).join(", ");
          const batches = database.stream(`SELECT * FROM (${union}) ORDER BY ${key}`);
          const count = await write(schema, flattened(batches));
          return { read: count, used: count, result: { gathered: having.length, rows: count } };
        } finally {
          database.close();
        }
      },
    });
    rows[schema.name] = record.tables[schema.name]?.rows ?? 0;
  }
  return { ...ingested, ...rows };
}

async function* flattened<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}
