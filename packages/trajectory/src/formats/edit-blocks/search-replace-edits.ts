import type { Edit } from "../../edit.ts";
import { repositoryPath } from "../../repository-path.ts";
import { isFence } from "./fences.ts";

/**
 * The edits of an answer in the form of Aider and Agentless: a line with a path, perhaps a fence, then `<<<<<<< SEARCH`, the
 * old lines, `=======`, the new lines, `>>>>>>> REPLACE`. A further block without a path of its own is of the same file.
 *
 * A block that does not end is none. `hasSucceeded` judges by the path and the old lines.
 */
export function searchReplaceEdits(text: string, hasSucceeded: (path: string, oldText: string) => boolean): Edit[] {
  const lines = text.split(/\r?\n/);
  const edits: Edit[] = [];
  let path: string | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    if (!SEARCH.test(lines[at] ?? "")) continue;
    path = pathAbove(lines, at) ?? path;
    const middle = lines.findIndex((line, index) => index > at && DIVIDER.test(line));
    const end = middle === -1 ? -1 : lines.findIndex((line, index) => index > middle && REPLACE.test(line));
    if (end === -1) break;
    if (path !== null && path !== "") {
      const oldText = lines.slice(at + 1, middle).join("\n");
      const succeeded = hasSucceeded(path, oldText);
      edits.push({
        path,
        kind: oldText === "" ? "create" : "modify",
        oldPath: null,
        oldText: oldText === "" ? null : oldText,
        newText: lines.slice(middle + 1, end).join("\n"),
        succeeded,
        via: "tool",
        functions: [],
      });
    }
    at = end;
  }
  return edits;
}

const SEARCH = /^<{5,9} SEARCH\s*>?\s*$/;
const DIVIDER = /^={5,9}\s*$/;
const REPLACE = /^>{5,9} REPLACE\s*$/;

/** The path in one of the three lines above: bare, as a heading, in backticks, or after a fence's language. */
function pathAbove(lines: readonly string[], at: number): string | null {
  for (let above = at - 1; above >= Math.max(0, at - 3); above -= 1) {
    const line = (lines[above] ?? "").trim();
    if (REPLACE.test(line)) return null;
    if (line === "" || isFence(line)) continue;
    const written = line
      .replace(/^`{3,}\w*\s+/, "")
      .replace(/^#+\s*/, "")
      .replace(/^[`*"']+|[`*"':]+$/g, "");
    return /^[^\s<>|*?]+$/.test(written) && /[./]/.test(written) ? repositoryPath(written) : null;
  }
  return null;
}
