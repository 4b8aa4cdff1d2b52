import type { Hunk } from "./file-patch.ts";

/** A file after its hunks were applied, and which of its lines they changed. */
export interface AppliedHunks {
  readonly lines: readonly string[];
  /** 1-based numbers of the lines taken away, as they were before. */
  readonly removed: readonly number[];
  /** 1-based numbers of the lines put in, as they are afterwards. */
  readonly added: readonly number[];
}

/**
 * Applies hunks to the lines of a file: each at the line that it names, else at the nearest place where its context and its
 * removed lines stand, as `git apply` does. Null when there is none. Carriage returns do not matter.
 */
export function applyHunks(lines: readonly string[], hunks: readonly Hunk[]): AppliedHunks | null {
  const after: string[] = [];
  const removed: number[] = [];
  const added: number[] = [];
  let at = 0;
  let offset = 0;
  for (const hunk of hunks) {
    // A hunk without old lines begins after the line that it names.
    const named = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
    const start = placeOf(hunk, lines, named + offset, at);
    if (start === null) return null;
    offset = start - named;
    after.push(...lines.slice(at, start));
    at = start;
    for (const { kind, text } of hunk.lines) {
      if (kind === "+") {
        after.push(text);
        added.push(after.length);
        continue;
      }
      if (kind === " ") after.push(lines[at] as string);
      else removed.push(at + 1);
      at += 1;
    }
  }
  after.push(...lines.slice(at));
  return { lines: after, removed, added };
}

/** Index of the nearest line to `wanted`, not before `from`, where the hunk's old lines stand; null when they stand nowhere. */
function placeOf(hunk: Hunk, lines: readonly string[], wanted: number, from: number): number | null {
  const old = hunk.lines.filter(({ kind }) => kind !== "+").map(({ text }) => withoutReturn(text));
  const fits = (start: number) =>
    start >= from &&
    start + old.length <= lines.length &&
    old.every((text, at) => withoutReturn(lines[start + at] as string) === text);
  if (fits(wanted)) return wanted;
  // Without old lines nothing tells another place.
  if (old.length === 0) return null;
  for (let distance = 1; distance <= lines.length; distance += 1) {
    if (fits(wanted - distance)) return wanted - distance;
    if (fits(wanted + distance)) return wanted + distance;
  }
  return null;
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
