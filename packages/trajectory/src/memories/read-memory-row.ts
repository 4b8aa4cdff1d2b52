import { sha256Hex } from "@memop/core";
import { isObject, nameOrNull } from "../formats/json-access.ts";
import { MemoryReference } from "../memory.ts";

/**
 * Reads one row with the columns of the `memories` table (`memory_id`, `text`, …); null for any other record.
 *
 * The condition is the memory's id where none is given. The content hash is always that of the text.
 */
export function readMemoryRow(record: unknown): MemoryReference | null {
  if (!isObject(record)) return null;
  const memoryId = nameOrNull(record.memory_id);
  const { text } = record;
  if (memoryId === null || typeof text !== "string") return null;
  const sources = record.source_trajectory_ids;
  const episode = record.episode_index;
  return MemoryReference.parse({
    memoryId,
    parentMemoryId: nameOrNull(record.parent_memory_id),
    episodeIndex: Number.isSafeInteger(episode) && (episode as number) >= 0 ? episode : null,
    condition: nameOrNull(record.condition) ?? memoryId,
    taskId: nameOrNull(record.task_id),
    repo: nameOrNull(record.repo),
    structure: nameOrNull(record.structure),
    text,
    generator: nameOrNull(record.generator),
    sourceTrajectoryIds: Array.isArray(sources) ? sources.filter((id) => typeof id === "string") : [],
    contentHash: sha256Hex(text),
  });
}
