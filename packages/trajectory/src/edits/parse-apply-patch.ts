import type { Edit } from "../edit.ts";
import { functionsOfHunk } from "../functions/functions-of-hunk.ts";
import { languageOfPath } from "../functions/language.ts";
import type { Hunk } from "../patch/file-patch.ts";

/**
 * Reads the `apply_patch` envelope of Codex and its kin: `*** Begin Patch`, then files to add, delete, update or move, with
 * hunks that have no line numbers. One edit per hunk, paths as written, `succeeded` true.
 *
 * A missing `*** End Patch`, text around the envelope and hunks without an `@@` line are accepted; text without an
 * envelope gives [].
 */
export function parseApplyPatch(text: string): readonly Edit[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const begin = lines.findIndex((line) => line.trim() === "*** Begin Patch");
  if (begin === -1) return [];
  const end = lines.findIndex((line, at) => at > begin && line.trim() === "*** End Patch");
  const body = lines.slice(begin + 1, end === -1 ? undefined : end);
  const starts = body.flatMap((line, at) => (fileLine.test(line) ? [at] : []));
  return starts.flatMap((start, at) => fileEdits(body.slice(start, starts[at + 1] ?? body.length)));
}

const fileLine = /^\*\*\* (Add|Update|Delete) File: (.+?)\s*$/;

function fileEdits(lines: readonly string[]): readonly Edit[] {
  const [, action, path = ""] = fileLine.exec(lines[0] ?? "") ?? [];
  const edit = {
    path,
    oldPath: null,
    oldText: null,
    newText: null,
    succeeded: true,
    via: "shell",
    functions: [],
  } as const;
  if (action === "Delete") return [{ ...edit, kind: "delete", functions: [] }];
  if (action === "Add") {
    const added = lines.slice(1).filter((line) => line.startsWith("+"));
    return [{ ...edit, kind: "create", newText: added.map((line) => `${line.slice(1)}\n`).join(""), functions: [] }];
  }
  const target = /^\*\*\* Move to: (.+?)\s*$/.exec(lines[1] ?? "")?.[1];
  const place =
    target === undefined
      ? ({ kind: "modify", path, oldPath: null } as const)
      : ({ kind: "rename", path: target, oldPath: path } as const);
  const hunks = hunksOf(lines.slice(target === undefined ? 1 : 2));
  if (hunks.length === 0) return target === undefined ? [] : [{ ...edit, ...place, functions: [] }];
  const language = languageOfPath(path);
  return hunks.map((hunk) => ({
    ...edit,
    ...place,
    oldText: sideOf(hunk, "-"),
    newText: sideOf(hunk, "+"),
    functions: language === null ? [] : [...functionsOfHunk(hunk, language)],
  }));
}

function hunksOf(lines: readonly string[]): readonly Hunk[] {
  const hunks: { section: string; lines: Hunk["lines"][number][] }[] = [];
  for (const line of lines) {
    const section = /^@@(?: (.*?))?(?: @@)?$/.exec(line);
    if (section !== null) {
      const last = hunks.at(-1);
      // Several `@@` lines in a row narrow the place down: class, then method.
      if (last !== undefined && last.lines.length === 0) last.section = `${section[1] ?? last.section}`;
      else hunks.push({ section: section[1] ?? "", lines: [] });
    } else if (line.startsWith("*** ")) {
    } else if (/^[ +-]/.test(line) || line === "") {
      if (hunks.length === 0) hunks.push({ section: "", lines: [] });
      const kind = (line[0] ?? " ") as " " | "+" | "-";
      hunks.at(-1)?.lines.push({ kind, text: line.slice(1), oldLine: null, newLine: null, endsWithoutNewline: false });
    }
  }
  return hunks
    .filter((hunk) => hunk.lines.some((line) => line.kind !== " "))
    .map((hunk) => ({ ...hunk, oldStart: 0, oldLines: 0, newStart: 0, newLines: 0 }));
}

function sideOf(hunk: Hunk, kind: "-" | "+"): string | null {
  const lines = hunk.lines.filter((line) => line.kind === kind || line.kind === " ");
  return lines.length === 0 ? null : lines.map((line) => line.text).join("\n");
}
