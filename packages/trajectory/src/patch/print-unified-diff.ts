import type { FilePatch, Hunk } from "./file-patch.ts";
import { quotePath } from "./quoted-path.ts";

/** Writes a diff as git does (`diff --git`, `a/` and `b/`), ready for `git apply`. No patches give "". */
export function printUnifiedDiff(patches: readonly FilePatch[]): string {
  return patches
    .flatMap(fileLines)
    .map((line) => `${line}\n`)
    .join("");
}

function fileLines(patch: FilePatch): string[] {
  const oldPath = patch.oldPath ?? patch.newPath ?? "";
  const newPath = patch.newPath ?? patch.oldPath ?? "";
  const lines = [`diff --git ${quotePath(`a/${oldPath}`)} ${quotePath(`b/${newPath}`)}`];
  if (patch.kind === "create") lines.push("new file mode 100644");
  if (patch.kind === "delete") lines.push("deleted file mode 100644");
  if (patch.kind === "rename") lines.push(`rename from ${quotePath(oldPath)}`, `rename to ${quotePath(newPath)}`);
  const from = patch.kind === "create" ? "/dev/null" : marked(`a/${oldPath}`);
  const to = patch.kind === "delete" ? "/dev/null" : marked(`b/${newPath}`);
  if (patch.binary) lines.push(`Binary files ${from} and ${to} differ`);
  if (patch.hunks.length > 0) lines.push(`--- ${from}`, `+++ ${to}`, ...patch.hunks.flatMap(hunkLines));
  return lines;
}

/** git ends an unquoted path that holds a space with a tab, so that no timestamp is read into it. */
function marked(path: string): string {
  const quoted = quotePath(path);
  return quoted === path && path.includes(" ") ? `${path}\t` : quoted;
}

function hunkLines(hunk: Hunk): string[] {
  const header = `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`;
  const body = hunk.lines.flatMap((line) => {
    const printed = `${line.kind}${line.text}`;
    return line.endsWithoutNewline ? [printed, "\\ No newline at end of file"] : [printed];
  });
  return [hunk.section === "" ? header : `${header} ${hunk.section}`, ...body];
}

function range(start: number, count: number): string {
  return count === 1 ? `${start}` : `${start},${count}`;
}
