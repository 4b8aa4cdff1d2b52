import type { Row } from "@memop/core";
import type { MemoryReference } from "../memory.ts";
import type { RecordRow } from "./staged-row.ts";

/** Memories of the workspace, and which of them a rollout was given. */
export interface JoinedMemories {
  readonly rows: readonly Row[];
  readonly repeated: readonly RecordRow[];
  /**
   * The memory of a rollout: the one whose id is the condition's label, else the one of its condition and task, else the
   * one of its condition and repository, else null.
   */
  memoryOf(condition: string, taskId: string | null, repo: string | null): string | null;
}

/**
 * Rows of the `memories` table with their source trajectories by id. A memory's file may name them `condition/run/task`
 * instead, since ids are made at ingestion; a name that stands for no rollout, or for several, is kept as it is.
 */
export function withSourceIds(rows: readonly Row[], idByName: ReadonlyMap<string, string>): Row[] {
  return rows.map((row) => ({
    ...row,
    source_trajectory_ids: (row.source_trajectory_ids as readonly string[]).map((name) => idByName.get(name) ?? name),
  }));
}

/** Makes one row per memory id; the first record of an id counts, in source order. */
export function joinMemories(records: Iterable<RecordRow>): JoinedMemories {
  const byId = new Map<string, MemoryReference>();
  const byCondition = new Map<string, string>();
  const repeated: RecordRow[] = [];
  for (const record of records) {
    if (record.kind !== "memory") continue;
    const memory = JSON.parse(record.payload_json) as MemoryReference;
    if (byId.has(memory.memoryId)) {
      repeated.push(record);
      continue;
    }
    byId.set(memory.memoryId, memory);
    const key = JSON.stringify([memory.condition, memory.taskId, memory.taskId === null ? memory.repo : null]);
    if (!byCondition.has(key)) byCondition.set(key, memory.memoryId);
  }
  return {
    rows: [...byId.values()].map(memoryRow),
    repeated,
    memoryOf(condition, taskId, repo) {
      if (byId.has(condition)) return condition;
      return (
        byCondition.get(JSON.stringify([condition, taskId, null])) ??
        byCondition.get(JSON.stringify([condition, null, repo])) ??
        byCondition.get(JSON.stringify([condition, null, null])) ??
        null
      );
    },
  };
}

function memoryRow(memory: MemoryReference): Row {
  return {
    memory_id: memory.memoryId,
    parent_memory_id: memory.parentMemoryId,
    episode_index: memory.episodeIndex,
    condition: memory.condition,
    task_id: memory.taskId,
    repo: memory.repo,
    structure: memory.structure,
    text: memory.text,
    generator: memory.generator,
    source_trajectory_ids: memory.sourceTrajectoryIds,
    content_hash: memory.contentHash,
  };
}
