import type { SessionLine } from "./raw.ts";

/**
 * For each line of the main conversation the place of the line that it follows; null where a conversation begins.
 *
 * A line whose parent is not there (lost or damaged) follows the one that stands before it, and so do all lines of a log
 * without links. A compaction goes on with what it compacted.
 */
export function parentsOf(lines: readonly SessionLine[]): readonly (number | null)[] {
  const indexOf = new Map(lines.flatMap((line, at) => (line.uuid ? [[line.uuid, at] as const] : [])));
  const hasLinks = lines.some((line) => typeof line.parentUuid === "string" && indexOf.has(line.parentUuid));
  return lines.map((line, at) => {
    const known = indexOf.get(line.parentUuid ?? "") ?? indexOf.get(line.logicalParentUuid ?? "");
    if (known !== undefined && known !== at) return known;
    const isStart = typeof line.parentUuid !== "string" && line.type !== "system" && typeof line.uuid === "string";
    return at === 0 || (hasLinks && isStart) ? null : at - 1;
  });
}
