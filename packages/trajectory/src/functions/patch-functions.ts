import { applyHunks } from "../patch/apply-hunks.ts";
import type { FilePatch } from "../patch/file-patch.ts";
import { isTestPath } from "../patch/is-test-path.ts";
import { parseUnifiedDiff } from "../patch/parse-unified-diff.ts";
import type { BaseCommit, MissingSource, Repositories } from "../repos/repositories.ts";
import { functionsOfHunk } from "./functions-of-hunk.ts";
import type { FileFunction } from "./gold-functions.ts";
import { type CodeParser, loadCodeParser } from "./grammar/code-parser.ts";
import { functionsAtLines } from "./grammar/function-range.ts";
import { grammarOfPath } from "./grammar/grammar.ts";
import { languageOfPath } from "./language.ts";

/**
 * Why a file's functions were told from the patch alone: no source could be read, no grammar reads its language, or the
 * patch does not fit the source.
 */
export type PatchAloneReason = MissingSource | "no-grammar" | "patch-does-not-fit";

/** Which way functions were found. `source`: all of them by a parser from whole files; `patch`: none; `mixed`: some. */
export type FunctionsFrom = "source" | "mixed" | "patch";

/** The functions that a patch changes, and how they were found. */
export interface PatchFunctions {
  readonly functions: readonly FileFunction[];
  /** Null when the patch changes no code. */
  readonly from: FunctionsFrom | null;
  /** Without repeats; empty when `from` is `source`, and when no repositories were given. */
  readonly reasons: readonly PatchAloneReason[];
}

/**
 * The functions that a reference patch changes, tests excluded: exactly, from the files as they are at the base commit,
 * where `repositories` has them, else from the patch alone as `goldFunctions` does. A file that the patch creates or
 * deletes stands in it whole, and needs no repository.
 *
 * Source: docs/papers.md#gold-functions.
 */
export async function patchFunctions(
  patch: string,
  base: BaseCommit,
  repositories: Repositories | null,
): Promise<PatchFunctions> {
  const files = parseUnifiedDiff(patch).filter((file) => {
    const path = pathOf(file);
    return languageOfPath(path) !== null && !isTestPath(path);
  });
  const parser = await loadCodeParser(files.map(pathOf));
  const found = new Map<string, FileFunction>();
  const reasons = new Set<PatchAloneReason>();
  let exact = 0;
  for (const patchOfFile of files) {
    const file = pathOf(patchOfFile);
    const { names, reason } = await functionsOfFile(patchOfFile, file, base, repositories, parser);
    if (reason === null) exact += 1;
    else if (reason !== "not-asked") reasons.add(reason);
    for (const name of names) found.set(`${file}\n${name}`, { file, name });
  }
  const from = exact === files.length ? "source" : exact === 0 ? "patch" : "mixed";
  return { functions: [...found.values()], from: files.length === 0 ? null : from, reasons: [...reasons] };
}

function pathOf({ newPath, oldPath }: FilePatch): string {
  return newPath ?? oldPath ?? "";
}

async function functionsOfFile(
  patch: FilePatch,
  path: string,
  base: BaseCommit,
  repositories: Repositories | null,
  parser: CodeParser,
): Promise<{ readonly names: readonly string[]; readonly reason: PatchAloneReason | "not-asked" | null }> {
  const alone = (reason: PatchAloneReason | "not-asked") => {
    const language = languageOfPath(path);
    return { names: language === null ? [] : patch.hunks.flatMap((hunk) => functionsOfHunk(hunk, language)), reason };
  };
  if (grammarOfPath(path) === null) return alone("no-grammar");
  let before: readonly string[] = [];
  if (patch.kind === "delete") before = patch.hunks.flatMap(({ lines }) => lines.map(({ text }) => text));
  else if (patch.oldPath !== null && patch.hunks.length > 0) {
    if (repositories === null) return alone("not-asked");
    const source = await repositories.read(base, patch.oldPath);
    if (source.text === null) return alone(source.missing);
    before = source.text.split("\n");
  }
  const applied = applyHunks(before, patch.hunks);
  if (applied === null) return alone("patch-does-not-fit");
  const names = [
    ...functionsOfLines(before, applied.removed, path, parser),
    ...functionsOfLines(applied.lines, applied.added, path, parser),
  ];
  return { names, reason: null };
}

/** Functions around changed lines. Blank lines belong to none. */
function functionsOfLines(
  lines: readonly string[],
  changed: readonly number[],
  path: string,
  parser: CodeParser,
): readonly string[] {
  const wanted = changed.filter((number) => lines[number - 1]?.trim() !== "");
  return wanted.length === 0 ? [] : functionsAtLines(parser.definitions(lines.join("\n"), path) ?? [], wanted);
}
