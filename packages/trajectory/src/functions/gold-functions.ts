import { isTestPath } from "../patch/is-test-path.ts";
import { parseUnifiedDiff } from "../patch/parse-unified-diff.ts";
import { functionsOfHunk } from "./functions-of-hunk.ts";
import { languageOfPath } from "./language.ts";

/** A function of one file: `Class.method` where the class is known, else the bare name. */
export interface FileFunction {
  /** Canonical path, as in `goldFiles`. */
  readonly file: string;
  readonly name: string;
}

/**
 * Gold functions of a reference patch, from the patch alone: the innermost function around every changed line, tests
 * excluded, without repeats. Changes at module or class level belong to none, so the list may be empty.
 *
 * Source: docs/papers.md#gold-functions.
 */
export function goldFunctions(patch: string): readonly FileFunction[] {
  const found = new Map<string, FileFunction>();
  for (const { oldPath, newPath, hunks } of parseUnifiedDiff(patch)) {
    const file = newPath ?? oldPath;
    const language = file === null ? null : languageOfPath(file);
    if (file === null || language === null || isTestPath(file)) continue;
    for (const name of hunks.flatMap((hunk) => functionsOfHunk(hunk, language)))
      found.set(`${file}\n${name}`, { file, name });
  }
  return [...found.values()];
}
