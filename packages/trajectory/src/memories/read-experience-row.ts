import { sha256Hex } from "@memop/core";
import { isObject } from "../formats/json-access.ts";
import { MemoryReference } from "../memory.ts";

/**
 * Reads one row of ExpeRepair's experience files, of an issue (`exps`) or flat (`new_test`, `new_patch`), as a memory whose
 * text is the row as it is; null for any other record.
 *
 * Its id is made of its content: the same experience twice is the same memory.
 */
export function readExperienceRow(record: unknown): MemoryReference | null {
  if (!isObject(record) || typeof record.issue_description !== "string") return null;
  const [experience] = Array.isArray(record.exps) ? record.exps : [record];
  if (!isObject(experience)) return null;
  const kind = "new_test" in experience ? "reproduce" : "new_patch" in experience ? "patch" : null;
  if (kind === null) return null;
  const text = JSON.stringify(record, null, 1);
  const contentHash = sha256Hex(text);
  const memoryId = `experepair-${kind}-${contentHash.slice(0, 16)}`;
  return MemoryReference.parse({
    memoryId,
    parentMemoryId: null,
    episodeIndex: null,
    condition: memoryId,
    taskId: null,
    repo: null,
    structure: "dictionary",
    text,
    generator: "experepair",
    sourceTrajectoryIds: [],
    contentHash,
  });
}
