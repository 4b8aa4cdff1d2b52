import type { FilePatch, Hunk, HunkLine } from "./file-patch.ts";
import { lineDifference } from "./line-difference.ts";

const context = 3;

/** The patch that turns one text of a file into another; null stands for no such file. Null when nothing differs. */
export function diffTexts(path: string, before: string | null, after: string | null): FilePatch | null {
  if (before === after) return null;
  const lines = numberedLines(before ?? "", after ?? "");
  const kind = before === null ? "create" : after === null ? "delete" : "modify";
  return {
    oldPath: before === null ? null : path,
    newPath: after === null ? null : path,
    kind,
    binary: false,
    hunks: hunksOf(lines),
    mended: [],
  };
}

/** Every line of both texts: equal ones once, removed ones before the added ones that take their place. */
function numberedLines(before: string, after: string): HunkLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  // A last line with and one without its line end are different lines.
  const { removed, added } = lineDifference(old.map(keyOf), fresh.map(keyOf));
  const [gone, put] = [new Set(removed), new Set(added)];
  const lines: HunkLine[] = [];
  let [at, to] = [1, 1];
  while (at <= old.length || to <= fresh.length) {
    const [left, right] = [old[at - 1], fresh[to - 1]];
    if (left !== undefined && gone.has(at)) {
      lines.push({ kind: "-", ...left, oldLine: at, newLine: null });
      at += 1;
    } else if (right !== undefined && put.has(to)) {
      lines.push({ kind: "+", ...right, oldLine: null, newLine: to });
      to += 1;
    } else if (right !== undefined) {
      lines.push({ kind: " ", ...right, oldLine: at, newLine: to });
      at += 1;
      to += 1;
    } else break;
  }
  return lines;
}

type TextLine = Pick<HunkLine, "text" | "endsWithoutNewline">;

function linesOf(text: string): TextLine[] {
  if (text === "") return [];
  const lines = text.split("\n");
  const endsInLine = lines.at(-1) !== "";
  if (!endsInLine) lines.pop();
  return lines.map((line, at) => ({ text: line, endsWithoutNewline: endsInLine && at === lines.length - 1 }));
}

function keyOf({ text, endsWithoutNewline }: TextLine): string {
  return endsWithoutNewline ? `${text}\n` : text;
}

function hunksOf(lines: readonly HunkLine[]): Hunk[] {
  const hunks: Hunk[] = [];
  let from = 0;
  while (from < lines.length) {
    const first = lines.findIndex(({ kind }, at) => at >= from && kind !== " ");
    if (first === -1) break;
    const start = Math.max(from, first - context);
    let end = first + 1;
    // A change within two contexts of the last one is in the same hunk.
    for (let at = end; at < lines.length && at <= end + 2 * context; at += 1) {
      if (lines[at]?.kind !== " ") end = at + 1;
    }
    from = Math.min(lines.length, end + context);
    hunks.push(hunkOf(lines.slice(start, from), lines.slice(0, start)));
  }
  return hunks;
}

function hunkOf(lines: readonly HunkLine[], above: readonly HunkLine[]): Hunk {
  const count = (some: readonly HunkLine[], kind: "+" | "-") => some.filter((line) => line.kind !== kind).length;
  const [oldLines, newLines] = [count(lines, "+"), count(lines, "-")];
  return {
    // A side without lines names the line before it.
    oldStart: count(above, "+") + (oldLines === 0 ? 0 : 1),
    oldLines,
    newStart: count(above, "-") + (newLines === 0 ? 0 : 1),
    newLines,
    section: "",
    lines,
  };
}
