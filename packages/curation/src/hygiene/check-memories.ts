import { openTables, type Row, type Workspace } from "@memop/core";
import {
  checkMemory,
  type FlaggedSource,
  type HygieneReason,
  type MemoryUnderCheck,
  scanForSecrets,
} from "@memop/hygiene";
import { scoresTable } from "@memop/metrics";
import { memoriesTable, type Task, trajectoriesTable } from "@memop/trajectory";
import { findingRow } from "./finding-row.ts";
import type { ResolvedHygieneSettings } from "./hygiene-settings.ts";
import { type QuotedMemory, settleQuotes } from "./settle-quotes.ts";
import type { TaskReader } from "./task-reader.ts";

/** What the checks of memories are told. */
export interface MemoryChecks {
  readonly settings: ResolvedHygieneSettings;
  readonly tasks: TaskReader;
  /** What the checks of runs found, by run. */
  readonly flaggedRuns: ReadonlyMap<string, HygieneReason>;
  /** True where the runs themselves are unknown, and only score cards say on which tasks a memory was used. */
  readonly useScores: boolean;
}

/** Memories that are checked together. */
const batchSize = 256;

/**
 * Checks every memory of a workspace but for duplicates: rows of the `findings` table.
 *
 * A memory answers for the task that it serves, those on which it was used, and those of the runs that it was distilled from.
 * Whether quoted lines of a reference solution are the agent's own is told last, in one pass over the runs that it takes.
 */
export async function* checkMemories(workspace: Workspace, checks: MemoryChecks): AsyncGenerator<Row> {
  const database = await openTables(workspace, [memoriesTable, trajectoriesTable, scoresTable], { memoryMb: 1024 });
  try {
    await database.run(memoryTasksSql(checks.useScores));
    const quoted: QuotedMemory[] = [];
    for await (const batch of database.stream(memorySql)) {
      for (let start = 0; start < batch.length; start += batchSize) {
        const rows = batch.slice(start, start + batchSize);
        await checks.tasks.load(rows.flatMap((row) => (row.task_ids ?? []) as string[]));
        for (const row of rows) yield* checkOne(row, checks, quoted);
      }
    }
    yield* settleQuotes(database, quoted);
  } finally {
    database.close();
  }
}

const memoryTasksSql = (useScores: boolean) => `CREATE TEMP TABLE memory_tasks AS
  SELECT memory_id, list(DISTINCT task_id ORDER BY task_id) AS task_ids FROM (
    SELECT memory_id, task_id FROM memories
    UNION ALL SELECT memory_id, task_id FROM trajectories WHERE memory_id IS NOT NULL
    UNION ALL SELECT memory_id, task_id FROM scores WHERE memory_id IS NOT NULL AND ${useScores}
    UNION ALL SELECT m.memory_id, t.task_id FROM memories m JOIN trajectories t ON t.condition = m.condition
      WHERE m.task_id IS NULL AND t.memory_id IS NULL AND t.condition <> 'none'
    UNION ALL SELECT m.memory_id, t.task_id
      FROM (SELECT memory_id, unnest(source_trajectory_ids) AS source FROM memories) m
      JOIN trajectories t ON t.trajectory_id = m.source)
  WHERE task_id IS NOT NULL GROUP BY memory_id`;

const memorySql = `SELECT m.memory_id, m.task_id, m.condition, m.text, m.source_trajectory_ids, k.task_ids
  FROM memories m LEFT JOIN memory_tasks k ON k.memory_id = m.memory_id`;

async function* checkOne(row: Row, checks: MemoryChecks, quoted: QuotedMemory[]): AsyncGenerator<Row> {
  const text = (row.text ?? "") as string;
  const sources = (row.source_trajectory_ids ?? []) as string[];
  const tasks = ((row.task_ids ?? []) as string[])
    .map((id) => checks.tasks.taskOf(id))
    .filter((task): task is Task => task !== null);
  const memory: MemoryUnderCheck = {
    memory: { memoryId: row.memory_id as string, text },
    tasks,
    sources: [],
    flaggedSources: flagged(sources, checks.flaggedRuns),
    benchmarks: checks.settings.benchmarks.map(({ benchmark }) => benchmark),
    secrets: await scanForSecrets([{ place: "memory", text }], checks.settings.scanners),
  };
  const subject = {
    kind: "memory",
    id: row.memory_id as string,
    taskId: row.task_id as string | null,
    condition: row.condition as string | null,
  } as const;
  for (const finding of checkMemory(memory).findings) {
    if (finding.reason === "leak-gold-lines" && sources.length > 0) quoted.push({ subject, memory, sources, finding });
    else yield findingRow(subject, finding);
  }
}

function flagged(sources: readonly string[], runs: ReadonlyMap<string, HygieneReason>): FlaggedSource[] {
  return sources.flatMap((trajectoryId) => {
    const reason = runs.get(trajectoryId);
    return reason === undefined ? [] : [{ trajectoryId, reason }];
  });
}
