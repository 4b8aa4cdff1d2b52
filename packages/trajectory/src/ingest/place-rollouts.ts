import { createTable, type Database, defineTable, type Row, sha256Hex } from "@memop/core";
import { repoOfInstanceId } from "../tasks/repo-of-instance-id.ts";
import type { JoinedMemories } from "./join-memories.ts";
import type { FoundOutcome, OutcomeIndex, RolloutCounts, RolloutKey } from "./join-outcomes.ts";
import type { JoinedTasks } from "./join-tasks.ts";
import { SOURCE_ORDER } from "./part-files.ts";
import { type PlacedRow, unitOfColumns } from "./plan-parts.ts";
import { byteOffsetOf } from "./refused-records.ts";
import type { RecordRow, RefusedPayload } from "./staged-row.ts";

/** Columns of rollouts that the join changes; `writeParts` takes them from the table `changes`. */
export const changesTable = defineTable({
  name: "changes",
  key: ["trajectory_id"],
  columns: { trajectory_id: "VARCHAR", memory_id: "VARCHAR", patch: "VARCHAR", patch_source: "VARCHAR" },
});

/** Rollouts in their final order, and what the join says of them. */
export interface PlacedRollouts {
  readonly placed: readonly PlacedRow[];
  readonly outcomes: readonly Row[];
  /** `refused` records for rollouts that equal an earlier one. */
  readonly duplicates: readonly (Row & RecordRow)[];
  readonly conditions: readonly string[];
  /** Trajectory ids by `condition/run/task`, for those names that stand for one rollout. */
  readonly idByName: ReadonlyMap<string, string>;
}

/** Ordinal of the refusal of a duplicate among the rows of its record: after all that the record itself gave. */
const DUPLICATE_ORDINAL = 1_000_000;

/** Number of rollouts of each task under each pair of labels, and all folders that they lie in. */
export async function countRollouts(database: Database): Promise<RolloutCounts> {
  const counted = await database.all(
    "SELECT task_id, condition, run, count(*) AS n FROM trajectory_rows WHERE task_id IS NOT NULL GROUP BY ALL",
  );
  const files = await database.all("SELECT DISTINCT source_file FROM trajectory_rows");
  return {
    files: files.map((row) => row.source_file as string),
    counts: counted.map((row) => ({
      taskId: row.task_id as string,
      condition: row.condition as string,
      run: row.run as string | null,
      rollouts: row.n as number,
    })),
  };
}

/** Walks over all rollouts in source order and joins each with its memory, outcome and patch. Fills the table `changes`. */
export async function placeRollouts(
  database: Database,
  joined: { readonly tasks: JoinedTasks; readonly memories: JoinedMemories; readonly outcomes: OutcomeIndex },
): Promise<PlacedRollouts> {
  const repoOf = new Map(joined.tasks.rows.map((row) => [row.task_id as string, row.repo as string | null]));
  const placed: PlacedRow[] = [];
  const outcomes: Row[] = [];
  const duplicates: (Row & RecordRow)[] = [];
  const conditions = new Set<string>();
  const seen = new Set<string>();
  const names = new Map<string, string | null>();
  const changes = await createTable(database, changesTable, changesTable.name);
  const query = `SELECT trajectory_id, task_id, condition, memory_id, run, source, source_file, source_byte, trajectory_bytes,
    patch_source, filename, file_row_number, ${joined.outcomes.judgesPatches ? "final_patch" : "NULL"} AS patch FROM trajectory_rows ORDER BY ${SOURCE_ORDER}, source`;
  for await (const batch of database.stream(query)) {
    for (const row of batch as unknown as readonly LightRow[]) {
      if (seen.has(row.trajectory_id)) {
        duplicates.push(duplicateRecord(row));
        continue;
      }
      seen.add(row.trajectory_id);
      conditions.add(row.condition);
      const name = `${row.condition}/${row.run ?? ""}/${row.task_id ?? ""}`;
      names.set(name, names.has(name) ? null : row.trajectory_id);
      const rollout = rolloutKey(row);
      joined.outcomes.sawRollout(rollout);
      outcomes.push(outcomeRow(row.trajectory_id, row.task_id, joined.outcomes.outcomeOf(rollout)));
      const repo = row.task_id === null ? null : (repoOf.get(row.task_id) ?? repoOfInstanceId(row.task_id));
      const memoryId = joined.memories.memoryOf(row.condition, row.task_id, repo);
      const own = row.patch_source === "trajectory";
      const patch = own ? undefined : joined.outcomes.patchOf(rollout);
      const patchSource = own ? "trajectory" : patch === undefined ? null : "prediction";
      // A patch from a prediction is set anew: another file may now be nearer.
      const changed = memoryId !== row.memory_id || patchSource !== row.patch_source || patchSource === "prediction";
      if (changed) {
        changes.append({
          trajectory_id: row.trajectory_id,
          memory_id: memoryId,
          patch: patch ?? null,
          patch_source: patchSource,
        });
      }
      placed.push({
        file: row.filename,
        rowNumber: row.file_row_number,
        unit: unitOfColumns(row.source_file, row.condition, row.run, row.source_byte),
        bytes: row.trajectory_bytes,
        changes: changed,
      });
    }
  }
  changes.finish();
  const idByName = new Map([...names].filter((entry): entry is [string, string] => entry[1] !== null));
  return { placed, outcomes, duplicates, conditions: [...conditions].sort(), idByName };
}

/** Rows of `outcomes` for evaluated tasks of which no rollout was read: their ids are made from task, labels and file. */
export function outcomeOnlyRows(outcomes: OutcomeIndex): Row[] {
  return outcomes.withoutRollout().map(({ taskId, condition, run, sourceFile, outcome }) => {
    const id = sha256Hex(JSON.stringify(["outcome", taskId, condition, run, sourceFile])).slice(0, 16);
    return outcomeRow(id, taskId, outcome);
  });
}

interface LightRow {
  readonly trajectory_id: string;
  readonly task_id: string | null;
  readonly condition: string;
  readonly memory_id: string | null;
  readonly run: string | null;
  readonly source: string;
  readonly source_file: string;
  readonly source_byte: number;
  readonly trajectory_bytes: number;
  readonly patch_source: string | null;
  readonly filename: string;
  readonly file_row_number: number;
  readonly patch: string | null;
}

function rolloutKey(row: LightRow): RolloutKey {
  return {
    taskId: row.task_id,
    condition: row.condition,
    run: row.run,
    source: row.source,
    sourceFile: row.source_file,
    patch: row.patch_source === "trajectory" ? row.patch : null,
  };
}

function outcomeRow(trajectoryId: string, taskId: string | null, outcome: FoundOutcome): Row {
  return {
    trajectory_id: trajectoryId,
    task_id: taskId,
    resolved: outcome.resolved,
    health: outcome.health,
    reason: outcome.reason,
    source: outcome.source,
  };
}

function duplicateRecord(row: LightRow): Row & RecordRow {
  const payload: RefusedPayload = {
    reason: "duplicate",
    message: `the same trajectory as ${row.trajectory_id}, which stands earlier`,
    byteOffset: byteOffsetOf(row),
  };
  return {
    source: row.source,
    source_file: row.source_file,
    source_byte: row.source_byte,
    ordinal: DUPLICATE_ORDINAL,
    condition: row.condition,
    run: row.run,
    kind: "refused",
    task_id: row.task_id,
    payload_json: JSON.stringify(payload),
  };
}
