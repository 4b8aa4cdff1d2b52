import type { Edit } from "../edit.ts";
import { definitionsIn } from "../functions/definitions-in.ts";
import { enclosingFunction } from "../functions/enclosing-function.ts";
import { functionsOfHunk } from "../functions/functions-of-hunk.ts";
import { type Language, languageOfPath } from "../functions/language.ts";
import { sameFunction } from "../functions/same-function.ts";
import type { Hunk } from "../patch/file-patch.ts";
import { changedLines, linesOf } from "./knowledge/changed-lines.ts";
import type { SeenFiles } from "./knowledge/seen-files.ts";

/** What helps to tell where in its file an edit lies. */
export interface EditSurroundings {
  /** Files as seen before the edit, and as its own observation shows them. */
  readonly before: SeenFiles;
  readonly after: SeenFiles;
  /** Lines that the edit names by number, as they were before it; null when it names none. */
  readonly lines: { readonly from: number; readonly to: number } | null;
  /** Hunks of the run's final patch over the same file. */
  readonly hunks: readonly Hunk[];
  /** True when no other edit of the run changed this file, so that its hunks can only come from this one. */
  readonly isOnlyEdit: boolean;
}

/**
 * The functions that an edit changes, as well as can be told without the repository: from the lines around it that the run
 * has seen, from the definitions inside its own texts, else from the final patch's hunks that hold its lines.
 *
 * Empty when nothing tells. Functions that the edit carries already are kept as they are.
 */
export function functionsOfEdit(edit: Edit, surroundings: EditSurroundings): readonly string[] {
  const language = languageOfPath(edit.path);
  if (edit.functions.length > 0 || language === null) return edit.functions;
  if (edit.kind === "revert" || edit.kind === "delete") return [];
  if (edit.kind === "create" && edit.newText !== null) return definedIn(edit.newText, language);
  const changed = changedLines(edit.oldText, edit.newText);
  const found = new Set([
    ...sideFunctions(edit.path, edit.oldText, changed.old, surroundings.before, surroundings.lines, language),
    ...sideFunctions(edit.path, edit.newText, changed.new, surroundings.after, surroundings.lines, language),
  ]);
  if (edit.oldText === null || found.size === 0) {
    for (const name of namedLines(edit.path, surroundings, language)) found.add(name);
  }
  return withoutRepeats(found.size > 0 ? [...found] : patchFunctions(edit, surroundings, language));
}

/** A bare name goes where the same function is also named with its class. */
function withoutRepeats(names: readonly string[]): readonly string[] {
  return names.filter((name) => !names.some((other) => other.length > name.length && sameFunction(name, other)));
}

function definedIn(text: string, language: Language): readonly string[] {
  const lines = linesOf(text);
  const functions = definitionsIn(lines, language).filter(({ kind }) => kind === "function");
  return [...new Set(functions.flatMap(({ index }) => enclosingFunction(lines, index, language) ?? []))];
}

/** Functions around the changed lines of one side of an edit: in the file where its text was seen there, else in the text. */
function sideFunctions(
  path: string,
  text: string | null,
  range: { readonly from: number; readonly to: number },
  seen: SeenFiles,
  named: EditSurroundings["lines"],
  language: Language,
): readonly string[] {
  if (text === null) return [];
  const lines = linesOf(text);
  const places = nearest(seen.find(path, text), named);
  const found: string[] = [];
  for (let at = range.from; at < range.to; at += 1) {
    if (lines[at]?.trim() === "") continue;
    const inFile = places.flatMap((place) => {
      const above = seen.linesUpTo(path, place + at);
      return enclosingFunction(above, above.length - 1, language) ?? [];
    });
    const name = enclosingFunction(lines, at, language);
    if (inFile.length > 0) found.push(...inFile);
    else if (name !== null) found.push(name);
  }
  return found;
}

/** Of several places the one nearest to the lines that the edit names; all of them when it names none. */
function nearest(places: readonly number[], named: EditSurroundings["lines"]): readonly number[] {
  if (named === null || places.length < 2) return places;
  const distance = (place: number) => Math.abs(place - named.from);
  return [places.reduce((best, place) => (distance(place) < distance(best) ? place : best))];
}

/** Functions around the lines that an edit names by number, in the file as it was seen before. */
function namedLines(path: string, { before, lines }: EditSurroundings, language: Language): readonly string[] {
  if (lines === null) return [];
  const found: string[] = [];
  for (let number = lines.from; number <= Math.min(lines.to, lines.from + 2000); number += 1) {
    const above = before.linesUpTo(path, number);
    if (above.length === 0 || above.at(-1)?.trim() === "") continue;
    const name = enclosingFunction(above, above.length - 1, language);
    if (name !== null) found.push(name);
  }
  return found;
}

/** Functions of the final patch's hunks that hold lines of the edit; of all hunks when only this edit can have made them. */
function patchFunctions(edit: Edit, { hunks, isOnlyEdit }: EditSurroundings, language: Language): readonly string[] {
  const texts = { "-": trimmedLines(edit.oldText), "+": trimmedLines(edit.newText), " ": new Set<string>() };
  const isUnknown = texts["-"].size === 0 && texts["+"].size === 0;
  const found = hunks.flatMap((hunk) => {
    if (isUnknown) return isOnlyEdit ? functionsOfHunk(hunk, language) : [];
    return functionsOfHunk(hunk, language, (line) => texts[line.kind].has(line.text.trim()));
  });
  return [...new Set(found)];
}

function trimmedLines(text: string | null): ReadonlySet<string> {
  return new Set(
    linesOf(text)
      .map((line) => line.trim())
      .filter((line) => line.length > 2),
  );
}
