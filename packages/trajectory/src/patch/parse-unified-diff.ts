import type { FilePatch, Hunk, Mending } from "./file-patch.ts";
import { fileHeader } from "./parse-file-header.ts";
import { isFileHeader, isHunkHeader, parseHunk } from "./parse-hunk.ts";

/**
 * Reads a unified diff as agents and tools really write it: git or plain headers, several diffs joined, text around them,
 * Windows line ends, wrong counts, blank context lines that lost their space. Never throws; text without a diff gives [].
 *
 * What had to be mended is listed per file. Mode changes are read over; combined diffs (`@@@`) give a file without hunks.
 */
export function parseUnifiedDiff(text: string): readonly FilePatch[] {
  const lines = text.split("\n");
  const endsInLine = lines.at(-1) !== "";
  if (!endsInLine) lines.pop();
  const starts = fileStarts(lines);
  return starts.flatMap((start, at) => {
    const end = starts[at + 1] ?? lines.length;
    const isLast = end === lines.length;
    const patch = readFile(lines.slice(start, end), isLast && endsInLine);
    return patch === null ? [] : [patch];
  });
}

/** Where each file's part begins. Hunks are stepped over whole, so that their lines are not taken for headers. */
function fileStarts(lines: readonly string[]): readonly number[] {
  const starts: number[] = [];
  const isGit = (at: number | undefined) => at !== undefined && /^(diff --git|Index:) /.test(lines[at] as string);
  let hasHunk = false;
  let at = 0;
  while (at < lines.length) {
    if (starts.length > 0 && isHunkHeader(lines[at])) {
      hasHunk = true;
      at = parseHunk(lines, at).end;
      continue;
    }
    if (isFileHeader(lines, at)) {
      // `---` under a `diff --git` line without hunks so far belongs to the same file.
      const belongs = lines[at]?.startsWith("--- ") && isGit(starts.at(-1)) && !hasHunk;
      if (!belongs) {
        starts.push(at);
        hasHunk = false;
      }
    }
    at += 1;
  }
  return starts;
}

function readFile(lines: readonly string[], endsInLine: boolean): FilePatch | null {
  const mended = new Set<Mending>();
  const isCrlf = lines[0]?.endsWith("\r") ?? false;
  const clean = isCrlf ? lines.map((line) => line.replace(/\r$/, "")) : lines;
  if (isCrlf) mended.add("crlf-line-ends");
  const firstHunk = clean.findIndex((line) => isHunkHeader(line));
  const header = fileHeader(firstHunk === -1 ? clean : clean.slice(0, firstHunk));
  if (header === null) return null;

  const hunks: Hunk[] = [];
  let at = firstHunk === -1 ? clean.length : firstHunk;
  while (at < clean.length) {
    if (!isHunkHeader(clean[at])) {
      at += 1;
      continue;
    }
    const { hunk, end, mended: mendedHere } = parseHunk(clean, at);
    hunks.push(hunk);
    for (const each of mendedHere) mended.add(each);
    // The last line of the text is the last line of this hunk.
    if (endsInLine && end === clean.length && !clean.at(-1)?.startsWith("\\")) mended.add("missing-final-newline");
    at = end;
  }
  return { ...header, hunks, mended: [...mended] };
}
