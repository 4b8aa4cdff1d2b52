import { isTestPath } from "./is-test-path.ts";
import { parseUnifiedDiff } from "./parse-unified-diff.ts";

/** The files that a reference solution changes. */
export interface GoldFiles {
  /** One path per file, in the order of the patch: the new name of a renamed file, the lost name of a deleted one. */
  readonly files: readonly string[];
  /** Every name that stands for one of `files`, mapped to it: each file itself, and the former name of a renamed one. */
  readonly aliases: ReadonlyMap<string, string>;
}

/**
 * Gold files of a reference patch: those it modifies, creates, deletes or renames, tests excluded.
 *
 * A rename counts as one file under either name. Source: docs/papers.md#gold-files.
 */
export function goldFiles(patch: string): GoldFiles {
  const aliases = new Map<string, string>();
  for (const { oldPath, newPath } of parseUnifiedDiff(patch)) {
    const path = newPath ?? oldPath;
    if (path === null || isTestPath(path)) continue;
    aliases.set(path, path);
    if (oldPath !== null) aliases.set(oldPath, path);
  }
  return { files: [...new Set(aliases.values())], aliases };
}
