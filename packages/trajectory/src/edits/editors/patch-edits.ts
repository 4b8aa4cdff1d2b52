import { functionsOfHunk } from "../../functions/functions-of-hunk.ts";
import { languageOfPath } from "../../functions/language.ts";
import type { Hunk } from "../../patch/file-patch.ts";
import { parseUnifiedDiff } from "../../patch/parse-unified-diff.ts";
import type { ShellEdit } from "../shell-editor.ts";

/** What applying a unified diff does: one edit per hunk, or per file where a file has none. */
export function patchEdits(diff: string): readonly ShellEdit[] {
  return parseUnifiedDiff(diff).flatMap((patch): readonly ShellEdit[] => {
    const path = patch.newPath ?? patch.oldPath;
    if (path === null) return [];
    const renamed = patch.kind === "rename" && patch.oldPath !== null ? { oldPath: patch.oldPath } : {};
    if (patch.hunks.length === 0) return [{ path, kind: patch.kind, ...renamed }];
    const language = languageOfPath(path);
    return patch.hunks.map((hunk) => ({
      path,
      kind: patch.kind,
      ...renamed,
      oldText: sideOf(hunk, "-"),
      newText: sideOf(hunk, "+"),
      functions: language === null ? [] : functionsOfHunk(hunk, language),
    }));
  });
}

/** The lines of a hunk before (`-`) or after (`+`) it; null when there are none. */
function sideOf(hunk: Hunk, kind: "-" | "+"): string | null {
  const lines = hunk.lines.filter((line) => line.kind === kind || line.kind === " ");
  return lines.length === 0 ? null : lines.map((line) => line.text).join("\n");
}
