import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { openTables, type Workspace, writeParquet } from "@memop/core";
import { rewardsTable } from "./rewards-table.ts";

/** Writes the `rewards` table of a workspace to a file of its own: Parquet when it ends in `.parquet`, else one JSON object a line. */
export async function writeRewards(workspace: Workspace, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const database = await openTables(workspace, [rewardsTable]);
  const ordered = "SELECT * FROM rewards ORDER BY memory_id, task_id, condition";
  try {
    if (file.endsWith(".parquet")) return await writeParquet(database, ordered, file);
    const temporary = `${file}.tmp`;
    const handle = await open(temporary, "w");
    try {
      for await (const batch of database.stream(ordered)) {
        await handle.writeFile(batch.map((row) => `${JSON.stringify(row)}\n`).join(""));
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } finally {
    database.close();
  }
}
