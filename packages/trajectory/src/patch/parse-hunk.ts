import type { Hunk, HunkLine, Mending } from "./file-patch.ts";

const header = /^@@(?: -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@| .*@@|$)(.*)$/;

/** True when a line opens a hunk. A bare `@@ … @@` or `@@` without numbers, as language models write it, counts. */
export function isHunkHeader(line: string | undefined): boolean {
  return line !== undefined && header.test(line);
}

/** True when a file's diff begins at `at`: a `diff --git` line, or `---` with `+++` and a hunk right after it. */
export function isFileHeader(lines: readonly string[], at: number): boolean {
  const line = lines[at];
  if (line === undefined) return false;
  if (line.startsWith("diff --git ") || line.startsWith("Index: ")) return true;
  return line.startsWith("--- ") && (lines[at + 1]?.startsWith("+++ ") ?? false) && isHunkHeader(lines[at + 2]);
}

/**
 * Reads the hunk whose header is `lines[at]`; `end` is the index of the first line after it.
 *
 * The header's counts decide where they agree with the lines; where they do not, the lines do.
 */
export function parseHunk(
  lines: readonly string[],
  at: number,
): { readonly hunk: Hunk; readonly end: number; readonly mended: ReadonlySet<Mending> } {
  const [, oldStartText, oldCount, newStartText, newCount, section = ""] = header.exec(lines[at] ?? "") ?? [];
  const mended = new Set<Mending>();
  const hasNumbers = oldStartText !== undefined;
  if (!hasNumbers) mended.add("hunk-header");
  const oldStart = Number(oldStartText ?? 0);
  const newStart = Number(newStartText ?? 0);
  const stated = hasNumbers
    ? { old: Number(oldCount ?? 1), new: Number(newCount ?? 1) }
    : { old: Number.POSITIVE_INFINITY, new: Number.POSITIVE_INFINITY };

  const body: HunkLine[] = [];
  let old = 0;
  let fresh = 0;
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end] as string;
    if (line.startsWith("\\")) {
      const last = body.pop();
      if (last !== undefined) body.push({ ...last, endsWithoutNewline: true });
      continue;
    }
    if (isHunkHeader(line) || line.startsWith("diff --git ")) break;
    const isOver = old >= stated.old && fresh >= stated.new;
    if (isFileHeader(lines, end)) {
      // Inside a hunk `--- x` is the removed line `-- x`; it only is when both counts still have room for exactly this.
      const fits = old + 1 === stated.old && fresh + 1 === stated.new;
      if (isOver || !fits) break;
    }
    if (isOver && !continuesHunk(lines, end)) break;
    const kind = line === "" || line === "\r" ? " " : line[0];
    if (kind !== " " && kind !== "+" && kind !== "-") break;
    if (line === "" || line === "\r") {
      if (isTrailingBlank(lines, end, hasNumbers)) break;
      mended.add("blank-context-lines");
    }
    body.push({
      kind,
      text: line === "\r" ? "\r" : line.slice(1),
      oldLine: kind === "+" ? null : oldStart + old,
      newLine: kind === "-" ? null : newStart + fresh,
      endsWithoutNewline: false,
    });
    if (kind !== "+") old += 1;
    if (kind !== "-") fresh += 1;
  }
  if (hasNumbers && (old !== stated.old || fresh !== stated.new)) mended.add("hunk-counts");
  const hunk = { oldStart, oldLines: old, newStart, newLines: fresh, section: section.replace(/^ /, ""), lines: body };
  return { hunk, end, mended };
}

/** Whether a line after the stated end of a hunk still belongs to it: counts that are too low are common in written diffs. */
function continuesHunk(lines: readonly string[], at: number): boolean {
  let next = at;
  while (lines[next] === "") next += 1;
  const line = lines[next];
  if (line === undefined || line === "-- ") return false;
  // Blank lines after a complete hunk belong to it only when more changed lines follow.
  if (next > at) return /^[+-]/.test(line) && !isFileHeader(lines, next);
  return /^[ +-]/.test(line);
}

/** Without numbers nothing says how long a hunk is, so blank lines before its end are no context. */
function isTrailingBlank(lines: readonly string[], at: number, hasNumbers: boolean): boolean {
  if (hasNumbers) return false;
  let next = at;
  while (lines[next] === "") next += 1;
  const line = lines[next];
  return line === undefined || !/^[ +-]/.test(line) || isFileHeader(lines, next);
}
