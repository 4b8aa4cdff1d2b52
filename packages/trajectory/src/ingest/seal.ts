import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  createTable,
  type Database,
  type Row,
  type TableSchema,
  writeFileAtomic,
  writeParquet,
  writeTable,
} from "@memop/core";
import type { Repositories } from "../repos/repositories.ts";
import { conditionsTable } from "../tables/conditions-table.ts";
import { memoriesTable } from "../tables/memories-table.ts";
import { outcomesTable } from "../tables/outcomes-table.ts";
import { recordsTable } from "../tables/records-table.ts";
import { tasksTable } from "../tables/tasks-table.ts";
import { trajectoriesTable } from "../tables/trajectories-table.ts";
import { joinConditions } from "./join-conditions.ts";
import { joinMemories, withSourceIds } from "./join-memories.ts";
import { indexOutcomes } from "./join-outcomes.ts";
import { joinTasks } from "./join-tasks.ts";
import { openPartFiles, type PartFiles, recordsOf, SOURCE_ORDER } from "./part-files.ts";
import { countRollouts, outcomeOnlyRows, placeRollouts } from "./place-rollouts.ts";
import { type RefusedRecord, refusedLine, refusedRecords, refusedRows } from "./refused-records.ts";
import { repeatedPredictions } from "./repeated-predictions.ts";
import { PART_BYTES } from "./staging.ts";
import { writeParts } from "./write-parts.ts";

/** What the tables hold after sealing. */
export interface Sealed {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Number of records that the tables were made of. */
  readonly used: number;
  readonly refused: readonly RefusedRecord[];
}

/**
 * Makes the final tables in `folder` from part files: rows in source order, the first of equal trajectories kept, joined
 * with tasks, memories, outcomes and predictions.
 *
 * A pure function of the rows: neither their distribution over files nor the order of calls changes a byte. `partBytes` is
 * how much trajectory text closes a part; `repositories` have the sources in which gold functions are looked up.
 */
export async function seal(
  inputs: readonly PartFiles[],
  folder: string,
  partBytes: number = PART_BYTES,
  repositories: Repositories | null = null,
): Promise<Sealed> {
  await mkdir(folder, { recursive: true });
  const database = await openPartFiles(inputs, join(folder, "..", ".spill"));
  try {
    const tasks = await joinTasks(await recordsOf(database, ["task", "embedded-task"]), repositories);
    const memories = joinMemories(await recordsOf(database, ["memory"]));
    const evidence = await recordsOf(database, ["embedded-outcome", "outcome", "report", "prediction"]);
    const outcomes = indexOutcomes(evidence, await countRollouts(database));
    const rollouts = await placeRollouts(database, { tasks, memories, outcomes });
    const rows: Record<string, number> = { [trajectoriesTable.name]: rollouts.placed.length };
    await writeParts(database, rollouts.placed, join(folder, trajectoriesTable.name), partBytes);
    const write = async (schema: TableSchema, all: readonly Row[]): Promise<void> => {
      rows[schema.name] = await writeTable(join(folder, schema.name), schema, all, schema.key.join(", "));
    };
    await write(tasksTable, tasks.rows);
    await write(memoriesTable, withSourceIds(memories.rows, rollouts.idByName));
    await write(outcomesTable, [...rollouts.outcomes, ...outcomeOnlyRows(outcomes)]);
    const described = await recordsOf(database, ["condition"]);
    await write(conditionsTable, joinConditions(described, rollouts.conditions));
    rows[recordsTable.name] = await writeRecords(database, rollouts.duplicates, folder);
    const repeated = [...tasks.repeated, ...memories.repeated, ...repeatedPredictions(evidence)];
    const refused = refusedRecords([...(await refusedRows(database)), ...rollouts.duplicates], repeated);
    const lines = refused.map((each) => `${refusedLine(each)}\n`);
    await writeFileAtomic(join(folder, "refused.jsonl"), lines.join(""));
    const used = rollouts.placed.length + (await countOwnRecords(database)) - repeated.length;
    return { rows, used, refused };
  } finally {
    database.close();
  }
}

/** Number of rows of `records` that stand for a record of their own and were not refused. */
async function countOwnRecords(database: Database): Promise<number> {
  const kinds = "'refused', 'report', 'embedded-task', 'embedded-outcome'";
  const [counted] = await database.all(`SELECT count(*) AS n FROM record_rows WHERE kind NOT IN (${kinds})`);
  return Number(counted?.n ?? 0);
}

async function writeRecords(database: Database, duplicates: readonly Row[], folder: string): Promise<number> {
  await mkdir(join(folder, recordsTable.name), { recursive: true });
  const appender = await createTable(database, recordsTable, "added_records");
  for (const row of duplicates) appender.append(row);
  appender.finish();
  const query = "SELECT * FROM record_rows UNION ALL SELECT * FROM added_records";
  const file = join(folder, recordsTable.name, "part-00000.parquet");
  await writeParquet(database, `SELECT * FROM (${query}) ORDER BY ${SOURCE_ORDER}, ordinal, kind, task_id`, file);
  const [counted] = await database.all(`SELECT count(*) AS n FROM (${query})`);
  return Number(counted?.n ?? 0);
}
