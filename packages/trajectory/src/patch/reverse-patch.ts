import type { FilePatch, Hunk } from "./file-patch.ts";

/** The patch that undoes a patch. Reversing twice gives the same patch back. */
export function reversePatch(patches: readonly FilePatch[]): readonly FilePatch[] {
  return patches.map((patch) => ({
    ...patch,
    oldPath: patch.newPath,
    newPath: patch.oldPath,
    kind: patch.kind === "create" ? "delete" : patch.kind === "delete" ? "create" : patch.kind,
    hunks: patch.hunks.map(reverseHunk),
  }));
}

/** Removed lines come first in each run of changes, as every diff tool writes them. */
function reverseHunk(hunk: Hunk): Hunk {
  const lines: Hunk["lines"][number][] = [];
  let removed: Hunk["lines"][number][] = [];
  let added: Hunk["lines"][number][] = [];
  const flush = () => {
    lines.push(...removed, ...added);
    removed = [];
    added = [];
  };
  for (const line of hunk.lines) {
    const swapped = { ...line, oldLine: line.newLine, newLine: line.oldLine };
    if (line.kind === "+") removed.push({ ...swapped, kind: "-" });
    else if (line.kind === "-") added.push({ ...swapped, kind: "+" });
    else {
      flush();
      lines.push(swapped);
    }
  }
  flush();
  return {
    ...hunk,
    oldStart: hunk.newStart,
    oldLines: hunk.newLines,
    newStart: hunk.oldStart,
    newLines: hunk.oldLines,
    lines,
  };
}
