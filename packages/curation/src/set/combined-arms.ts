import type { Database } from "@memop/core";

/** A condition whose rollouts were given several memories at once. */
export interface CombinedArm {
  readonly condition: string;
  /** Two or more, sorted. */
  readonly memoryIds: readonly string[];
}

/**
 * The combined arms of a workspace: conditions whose `notes_json` has a list `memory_ids` of two or more, and labels that are
 * known memory ids joined by `+`. Needs table `cards` and views `conditions` and `memories`.
 */
export async function combinedArms(database: Database): Promise<readonly CombinedArm[]> {
  const labels = await database.all(`SELECT DISTINCT c.condition, k.notes_json
    FROM cards c LEFT JOIN conditions k ON k.condition = c.condition
    WHERE c.condition IS NOT NULL AND (k.notes_json IS NOT NULL OR contains(c.condition, '+')) ORDER BY c.condition`);
  if (labels.length === 0) return [];
  const ids = await database.all(
    "SELECT memory_id FROM memories UNION SELECT memory_id FROM cards WHERE memory_id IS NOT NULL",
  );
  const known = new Set(ids.map((row) => row.memory_id as string));
  return labels.flatMap(({ condition, notes_json }) => {
    const label = condition as string;
    const memoryIds = namedIn(notes_json as string | null) ?? (label.includes("+") ? label.split("+") : []);
    const distinct = [...new Set(memoryIds.map((id) => id.trim()))].sort();
    const isCombined = distinct.length > 1 && (notes_json !== null || distinct.every((id) => known.has(id)));
    return isCombined ? [{ condition: label, memoryIds: distinct }] : [];
  });
}

/** The list `memory_ids` of a condition's notes; null when there is none. */
function namedIn(notes: string | null): readonly string[] | null {
  if (notes === null) return null;
  const parsed: unknown = JSON.parse(notes);
  const ids = typeof parsed === "object" && parsed !== null ? (parsed as { memory_ids?: unknown }).memory_ids : null;
  return Array.isArray(ids) && ids.every((id) => typeof id === "string") ? ids : null;
}
