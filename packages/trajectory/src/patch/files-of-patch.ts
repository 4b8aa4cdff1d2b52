import type { FilePatch } from "./file-patch.ts";
import { parseUnifiedDiff } from "./parse-unified-diff.ts";

/**
 * Every path that a diff names, in order and without repeats: both names of a rename, the lost name of a deletion.
 *
 * Takes the diff's text or its parsed form.
 */
export function filesOfPatch(patch: string | readonly FilePatch[]): readonly string[] {
  const files = typeof patch === "string" ? parseUnifiedDiff(patch) : patch;
  const paths = files.flatMap(({ oldPath, newPath }) => [oldPath, newPath]);
  return [...new Set(paths.filter((path) => path !== null))];
}
