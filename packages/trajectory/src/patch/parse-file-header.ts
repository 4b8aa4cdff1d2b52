import type { FilePatch } from "./file-patch.ts";
import { unquotePath } from "./quoted-path.ts";

type Header = Pick<FilePatch, "oldPath" | "newPath" | "kind" | "binary">;

/** Reads the lines of one file's diff before its first hunk; null when they name no file. */
export function fileHeader(lines: readonly string[]): Header | null {
  const after = (start: string) => lines.find((line) => line.startsWith(start))?.slice(start.length);
  const git = after("diff --git ");
  const binary = lines.some((line) => line.startsWith("GIT binary patch") || /^Binary files .* differ$/s.test(line));
  const renamedFrom = after("rename from ");
  const renamedTo = after("rename to ");
  if (renamedFrom !== undefined && renamedTo !== undefined) {
    return { oldPath: unquotePath(renamedFrom), newPath: unquotePath(renamedTo), kind: "rename", binary };
  }
  const copiedTo = after("copy to ");
  if (copiedTo !== undefined) return { oldPath: null, newPath: unquotePath(copiedTo), kind: "create", binary };

  const marked = pathsOfMarks(after("--- "), after("+++ "), git !== undefined);
  const [oldPath, newPath] = marked ?? (git === undefined ? [null, null] : pathsOfGitLine(git));
  const isNew = after("new file mode ") !== undefined || (marked !== null && oldPath === null);
  const isGone = after("deleted file mode ") !== undefined || (marked !== null && newPath === null);
  if (isNew && newPath !== null) return { oldPath: null, newPath, kind: "create", binary };
  if (isGone && oldPath !== null) return { oldPath, newPath: null, kind: "delete", binary };
  if (oldPath === null || newPath === null) return null;
  return oldPath === newPath || git === undefined
    ? { oldPath: newPath, newPath, kind: "modify", binary }
    : { oldPath, newPath, kind: "rename", binary };
}

type Paths = readonly [string | null, string | null];

/** Paths of the `---` and `+++` lines, null for `/dev/null`; null when either line is missing. */
function pathsOfMarks(from: string | undefined, to: string | undefined, isGit: boolean): Paths | null {
  if (from === undefined || to === undefined) return null;
  const oldPath = pathOfMark(from, isGit);
  const newPath = pathOfMark(to, isGit);
  if (oldPath === null) return [null, newPath === null ? null : newPath.replace(/^b\//, "")];
  if (newPath === null) return [oldPath.replace(/^a\//, ""), null];
  return withoutPrefixes(oldPath, newPath);
}

function pathOfMark(text: string, isGit: boolean): string | null {
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(text)?.[0];
  if (quoted !== undefined) return unquotePath(quoted);
  let path = text.split("\t")[0] as string;
  if (!isGit)
    path = path.replace(/ +\((?:revision|working copy|nonexistent).*\)$/, "").replace(/ +\d{4}-\d\d-\d\d .*$/, "");
  path = path.trimEnd();
  return path === "/dev/null" ? null : path;
}

/** Strips `a/` and `b/`, and any other pair of first directories over otherwise equal paths (`old/x`, `new/x`; `i/x`, `w/x`). */
function withoutPrefixes(oldPath: string, newPath: string): Paths {
  if (oldPath.startsWith("a/") && newPath.startsWith("b/")) return [oldPath.slice(2), newPath.slice(2)];
  const [oldRest, newRest] = [oldPath, newPath].map((path) => path.replace(/^[^/]+\//, ""));
  const hasPrefixes = oldPath !== newPath && oldRest === newRest && oldRest !== oldPath && newRest !== newPath;
  return hasPrefixes ? [oldRest as string, newRest as string] : [oldPath, newPath];
}

/** `diff --git` names both paths with only a space between them; for everything but renames they are equal after the prefixes. */
function pathsOfGitLine(text: string): Paths {
  const quoted = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([path]) => path);
  if (quoted.length === 2) return withoutPrefixes(unquotePath(quoted[0] as string), unquotePath(quoted[1] as string));
  for (let space = text.indexOf(" "); space !== -1; space = text.indexOf(" ", space + 1)) {
    const paths = withoutPrefixes(text.slice(0, space), text.slice(space + 1));
    if (paths[0] === paths[1]) return paths;
  }
  const space = text.indexOf(" b/");
  return space === -1 ? [null, null] : withoutPrefixes(text.slice(0, space), text.slice(space + 1));
}
