import { stem, wordsOf } from "./issue.ts";

/** What a memory's text makes the agent believe about this issue. Higher is looked at earlier. */
export interface MemoryHints {
  /** Weight of a path; below 0 for what the memory advises against. */
  readonly paths: ReadonlyMap<string, number>;
  /** Weight of a function name. */
  readonly symbols: ReadonlyMap<string, number>;
  /** All words of the lessons, for the choice among edit rules. */
  readonly lessonWords: ReadonlySet<string>;
}

/** The hints of no memory. */
export const noHints: MemoryHints = { paths: new Map(), symbols: new Map(), lessonWords: new Set() };

/**
 * Reads a Markdown memory against an issue.
 *
 * A line counts by the words it shares with the issue, each word less when many lines of the memory hold it. Paths and
 * names in back quotes get that weight; below a heading such as "Pitfalls", or in a line with "do not", they get it
 * with a minus sign. A line that shares no word with the issue changes nothing but a little for its paths.
 */
export function readMemory(text: string, issueWords: readonly string[]): MemoryHints {
  const paths = new Map<string, number>();
  const symbols = new Map<string, number>();
  const lessonWords = new Set<string>();
  const issueStems = new Set(issueWords.map(stem));
  const lines = text.split("\n");
  const spread = lineCounts(lines, issueStems);
  let heading = "";
  for (const line of lines) {
    if (line.startsWith("#")) {
      heading = line.toLowerCase();
      continue;
    }
    if (heading.includes("lesson")) for (const word of wordsOf(line)) lessonWords.add(stem(word));
    const shared = sharedStems(line, issueStems);
    const relevance = shared.reduce((sum, word) => sum + 1 / (spread.get(word) ?? 1), 0);
    const isWarning = /pitfall|dead end|avoid/.test(heading) || /\b(do not|don't|avoid|without success)\b/i.test(line);
    const weight = relevance > 0 ? (isWarning ? -1 : 1) * (0.5 + relevance) : isWarning ? 0 : 0.05;
    for (const [, quoted] of line.matchAll(/`([^`]+)`/g)) {
      const target = (quoted as string).includes("/") ? paths : symbols;
      target.set(quoted as string, (target.get(quoted as string) ?? 0) + weight);
    }
  }
  return { paths, symbols, lessonWords };
}

/** The weight of a file: its own, or that of the nearest folder that the memory names. */
export function pathHint(hints: MemoryHints, path: string): number {
  const own = hints.paths.get(path);
  if (own !== undefined) return own;
  for (let folder = parent(path); folder !== ""; folder = parent(folder)) {
    const weight = hints.paths.get(`${folder}/`);
    if (weight !== undefined) return weight / 2;
  }
  return 0;
}

function parent(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}

function lineCounts(lines: readonly string[], issueStems: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    for (const word of sharedStems(line, issueStems)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function sharedStems(line: string, issueStems: ReadonlySet<string>): string[] {
  const prose = line.replace(/`[^`]*\/[^`]*`/g, " ");
  return [...new Set(wordsOf(prose).map(stem))].filter((word) => issueStems.has(word));
}
