import type { Issue } from "./issue.ts";
import { type MemoryHints, pathHint } from "./memory-hints.ts";
import type { ProposedEdit } from "./propose-edits.ts";
import { rankFiles, searchCommand } from "./search-ranking.ts";
import type { SeenFile } from "./source-view.ts";
import type { Workbench } from "./workbench.ts";

/** Gives files in the order of interest. */
export interface FileQueue {
  /** The next file to work on; undefined when nothing is left. Searches, which costs a turn, only when it must. */
  next(seen: ReadonlyMap<string, readonly ProposedEdit[]>): Promise<string | undefined>;
  /** Makes the files that a viewed file imports more interesting. */
  follow(file: SeenFile): void;
}

/** A file is pointed to by the memory when its hint reaches this weight. */
export const strongHint = 1;

/** At most this many files of a memory are looked at before the search. */
const mostHintedFiles = 2;

/** Files by the memory first, then by the search; files with edits left come back at the end. */
export function openFileQueue(
  bench: Workbench,
  seed: string,
  issue: Issue,
  hints: MemoryHints,
  files: readonly string[],
): FileQueue {
  const waiting = files
    .filter((path) => pathHint(hints, path) >= strongHint)
    .sort((left, right) => pathHint(hints, right) - pathHint(hints, left))
    .slice(0, mostHintedFiles);
  let scores: Map<string, number> | null = null;
  let revisits: string[] = [];
  const scoreOf = (path: string): number => scores?.get(path) ?? 0;
  return {
    async next(seen) {
      const known = waiting.shift();
      if (known !== undefined) return known;
      if (scores === null) {
        const command = searchCommand(issue.words);
        const output = await bench.use("I search the sources for the words of the issue.", { tool: "bash", command });
        scores = rankFiles(output, files, issue.words, seed);
        for (const path of files) scores.set(path, scoreOf(path) * 2 ** pathHint(hints, path));
      }
      const ranked = files.filter((path) => !seen.has(path) && scoreOf(path) > 1);
      ranked.sort((left, right) => scoreOf(right) - scoreOf(left));
      if (ranked.length > 0) return ranked[0];
      if (revisits.length === 0) revisits = [...seen].filter(([, edits]) => edits.length > 0).map(([path]) => path);
      return revisits.shift();
    },
    follow(file) {
      for (const path of file.imports) {
        if (scores?.has(path)) scores.set(path, scoreOf(path) + 1.5);
      }
    },
  };
}
