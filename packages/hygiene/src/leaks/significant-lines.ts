import { parseUnifiedDiff } from "@memop/trajectory";
import { codeTokens } from "./code-tokens.ts";

/** A line that a patch adds and that says something of its own. */
export interface SignificantLine {
  readonly path: string;
  readonly text: string;
  /** The line as `codeTokens` gives it. */
  readonly tokens: string;
}

/** Words that every program uses: a line of them alone tells nothing. */
const commonWords = new Set(
  "and as assert async await begin bool boolean break case catch char class const continue def default del do elif else end enum except export extends false final finally float fn for from func function global go goto if implements import in int interface is lambda let match mut namespace new nil none not null or package pass private protected public raise ref return self static str string struct super switch then this throw throws true try type undefined union unless until use using var void when where while with yield".split(
    " ",
  ),
);

const importLine =
  /^\s*(?:import\b|from\s+\S+\s+import\b|#\s*include\b|using\s+[\w.]+;|use\s+[\w:{}, ]+;|package\s|(?:const|let|var)\s+[\w{}, ]+=\s*require\()/;

/**
 * The lines that a patch adds and that identify it: not blank, not braces or keywords alone, not imports, at least ten
 * characters with two words of their own, and neither moved nor re-indented from lines that were there before.
 */
export function significantLines(patch: string): readonly SignificantLine[] {
  const files = parseUnifiedDiff(patch);
  const lines = files.flatMap(({ oldPath, newPath, hunks }) =>
    hunks.flatMap((hunk) => hunk.lines.map((line) => ({ ...line, path: newPath ?? oldPath ?? "" }))),
  );
  const known = new Set(lines.filter(({ kind }) => kind !== "+").map(({ text }) => codeTokens(text)));
  const found = new Map<string, SignificantLine>();
  for (const { kind, text, path } of lines) {
    if (kind !== "+" || importLine.test(text)) continue;
    const tokens = codeTokens(text);
    if (!known.has(tokens) && !found.has(tokens) && saysSomething(tokens)) {
      found.set(tokens, { path, text: text.trim(), tokens });
    }
  }
  return [...found.values()];
}

function saysSomething(tokens: string): boolean {
  const all = tokens.split("\n");
  const words = new Set(
    all.filter((token) => /^[\p{L}\p{N}_$]+$/u.test(token) && !commonWords.has(token.toLowerCase())),
  );
  return words.size >= 2 && all.join("").length >= 10;
}
