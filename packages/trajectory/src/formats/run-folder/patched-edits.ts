import type { Edit } from "../../edit.ts";
import { repositoryPath } from "../../repository-path.ts";

/**
 * The edits of an answer in AutoCodeRover's form: `<file>…</file><original>…</original><patched>…</patched>`, any number of
 * times; a second pair may follow the same file. Empty when the text has none.
 */
export function patchedEdits(text: string, succeeded: boolean): Edit[] {
  const edits: Edit[] = [];
  let path: string | null = null;
  for (const [, file, original, patched] of text.matchAll(block)) {
    if (file !== undefined) path = repositoryPath(file);
    else if (path !== null && path !== "" && original !== undefined && patched !== undefined) {
      edits.push({
        path,
        kind: "modify",
        oldPath: null,
        oldText: withoutEdgeBreaks(original),
        newText: withoutEdgeBreaks(patched),
        succeeded,
        via: "tool",
        functions: [],
      });
    }
  }
  return edits;
}

const block = /<file>([^<]*)<\/file>|<original>([\s\S]*?)<\/original>\s*<patched>([\s\S]*?)<\/patched>/g;

function withoutEdgeBreaks(text: string): string {
  return text.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
}
