import type { Database, Row } from "@memop/core";
import { type Duplicate, type HygieneReason, hygieneReasons } from "@memop/hygiene";

/**
 * Fills in `hygiene` and `hygiene_reasons` of decisions on memories, and never touches a verdict. Null for a memory whose text
 * is unknown, and for a condition: its memories have findings of their own. Needs table `cleanliness`.
 */
export async function judgeCleanliness(
  database: Database,
  rows: readonly Row[],
  duplicates: ReadonlyMap<string, Duplicate>,
  allowed: readonly HygieneReason[],
): Promise<Row[]> {
  const known = new Set((await database.all("SELECT memory_id FROM memories")).map((row) => row.memory_id as string));
  const found = await database.all("SELECT subject_id, reasons FROM cleanliness WHERE subject_kind = 'memory'");
  const reasonsOf = new Map(found.map((row) => [row.subject_id as string, row.reasons as HygieneReason[]]));
  return rows.map((row) => {
    const id = row.memory_id as string | null;
    if (row.candidate_kind !== "memory" || id === null || !known.has(id)) return row;
    const duplicate = duplicates.get(id);
    const all = new Set<HygieneReason>(reasonsOf.get(id) ?? []);
    if (duplicate !== undefined) all.add(duplicate.isExact ? "duplicate-exact" : "duplicate-near");
    const reasons = hygieneReasons.filter((reason) => all.has(reason));
    const hygiene = reasons.every((reason) => allowed.includes(reason)) ? "keep" : "drop";
    return { ...row, hygiene, hygiene_reasons: reasons };
  });
}

/** Rows of the `duplicates` table: memories as found just now, runs as the checks found them. */
export async function duplicateRows(database: Database, memories: ReadonlyMap<string, Duplicate>): Promise<Row[]> {
  const runs = await database.all(`SELECT 'trajectory' AS kind, subject_id AS dropped_id, kept_id,
      reason = 'duplicate-exact' AS is_exact, similarity
    FROM findings WHERE subject_kind = 'trajectory' AND kept_id IS NOT NULL`);
  const texts = [...memories.values()].map(({ droppedId, keptId, isExact, similarity }) => ({
    kind: "memory",
    dropped_id: droppedId,
    kept_id: keptId,
    is_exact: isExact,
    similarity,
  }));
  return [...texts, ...runs];
}
