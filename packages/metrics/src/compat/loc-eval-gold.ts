/** Function names by file, as the localization evaluator of OpenHands reads them off a patch. */
export type LocEvalGold = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Gold files and functions as `evaluation/benchmarks/swe_bench/loc_eval` of OpenHands finds them: names after `def`,
 * `async def` or `cdef` in hunk headers and in context, added and removed lines of `.py` and `.pyx` files. A file without
 * such a name is no gold file; a renamed file goes by its old name. Source: docs/papers.md#openhands-loc-eval.
 */
export function locEvalGold(patch: string): LocEvalGold {
  const gold = new Map<string, ReadonlySet<string>>();
  for (const [file, lines] of splitByFile(patch)) {
    if (!file.endsWith(".py") && !file.endsWith(".pyx")) continue;
    const names = new Set(lines.flatMap(namesOfLine));
    if (names.size > 0) gold.set(file, names);
    else gold.delete(file);
  }
  return gold;
}

function namesOfLine(line: string): string[] {
  const names: string[] = [];
  const header = /^@@.*?@@\s*(.*)/.exec(line)?.[1]?.trim() ?? "";
  const inHeader = /(?:def|async\s+def|cdef\s+\w*\s+|cpdef\s+\w*\s+)\s*([a-zA-Z_]\w*)/.exec(header);
  if (inHeader?.[1] !== undefined) names.push(inHeader[1]);
  const code = codeOfLine(line);
  const defined = /^(?:async\s+|cdef\s+)?def\s+([a-zA-Z_]\w*)\s*\(/.exec(code);
  if (defined?.[1] !== undefined) names.push(defined[1]);
  const cython = /^cdef\s+[^(]*\s+([a-zA-Z_]\w*)\s*\(/.exec(code);
  if (cython?.[1] !== undefined) names.push(cython[1]);
  return names;
}

function codeOfLine(line: string): string {
  if (/^[-+ ]/.test(line)) return line.slice(1).trim();
  return /^(@@|diff|---|\+\+\+|index)/.test(line) ? "" : line.trim();
}

/** Lines of each file's part of the patch, by the path after `a/`; a path that comes twice keeps its last part. */
function splitByFile(patch: string): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  let file: string | null = null;
  let lines: string[] = [];
  for (const line of patch.split("\n")) {
    if (line.startsWith("diff --git")) {
      file = /diff --git a\/(.*?) b\/(.*?)(?:\s|$)/.exec(line)?.[1] ?? null;
      lines = [line];
      if (file !== null) parts.set(file, lines);
      continue;
    }
    if (file === null && /^(---|\+\+\+)/.test(line)) {
      const named = /[+-]{3}\s+(?:a\/|b\/)?(.+?)(?:\s|$)/.exec(line)?.[1];
      if (named !== undefined && !named.startsWith("/dev/null")) {
        file = named;
        lines = [];
        parts.set(file, lines);
      }
    }
    if (file !== null) lines.push(line);
  }
  return parts;
}
