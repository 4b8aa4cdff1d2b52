import { join } from "node:path";
import { createTable, type Database, openDatabase, type TableAppender, writeParquet } from "@memop/core";
import type { Writer } from "../writer.ts";

/**
 * Parquet with zstd, in files of about 16 MB of text: `train-00000.parquet`, `train-00001.parquet`, …
 *
 * Readers of nested columns fail on row groups with much text, so each file is one small row group. A single row that is
 * larger has a file of its own.
 */
export const parquet = {
  name: "parquet",
  filesOf: (split) => `${split}-*.parquet`,
  async open(folder, split, columns) {
    const database = await openDatabase();
    const schema = { name: split, key: [], columns };
    let shards = 0;
    let shard: Shard | null = null;
    const finishShard = async (): Promise<void> => {
      if (shard === null) return;
      await writeShard(database, shard, folder);
      shards += 1;
      shard = null;
    };
    return {
      async write(row) {
        const bytes = Buffer.byteLength(JSON.stringify(row));
        if (shard !== null && shard.bytes + bytes > rowGroupBytes) await finishShard();
        shard ??= {
          file: `${split}-${String(shards).padStart(5, "0")}.parquet`,
          appender: await createTable(database, schema, "shard"),
          bytes: 0,
        };
        shard.appender.append(row);
        shard.bytes += bytes;
        return { file: shard.file, row: shard.appender.rows - 1 };
      },
      async close() {
        await finishShard();
        database.close();
      },
    };
  },
} as const satisfies Writer;

interface Shard {
  readonly file: string;
  readonly appender: TableAppender;
  /** Size of its rows as JSON. */
  bytes: number;
}

/** Most text in one row group. Source: docs/exports.md#parquet. */
const rowGroupBytes = 16 * 1024 * 1024;

async function writeShard(database: Database, shard: Shard, folder: string): Promise<void> {
  shard.appender.finish();
  await writeParquet(database, "SELECT * FROM shard", join(folder, shard.file));
  await database.run("DROP TABLE shard");
}
