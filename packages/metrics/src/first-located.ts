import { type Edit, sameFunction, type TurnEdit } from "@memop/trajectory";
import type { GoldFunction, GoldSet } from "./gold-set.ts";
import { isSamePath } from "./is-same-path.ts";

/** First-located turn of each gold item, in the order of the gold set; null when it was never located. */
export interface FirstLocated {
  readonly files: readonly (number | null)[];
  readonly functions: readonly (number | null)[];
}

/**
 * For each gold file and function the first turn in which a successful edit touches it.
 *
 * An edit that the environment refused locates nothing, viewing is not locating, and putting a file back to its committed
 * state neither locates it nor takes a location back. Either name of a renamed file counts. An edit whose functions are
 * not known locates its file only. Turns are 1-based. Source: docs/papers.md#first-located-turn.
 */
export function firstLocated(edits: readonly TurnEdit[], gold: GoldSet): FirstLocated {
  const locating = edits.filter(({ edit }) => edit.succeeded && edit.kind !== "revert");
  return {
    files: gold.files.map((file) => firstTurn(locating, (edit) => touchesFile(edit, file, gold))),
    functions: gold.functions.map((target) => firstTurn(locating, (edit) => touchesFunction(edit, target, gold))),
  };
}

function firstTurn(edits: readonly TurnEdit[], touches: (edit: Edit) => boolean): number | null {
  let first: number | null = null;
  for (const { turn, edit } of edits) if ((first === null || turn < first) && touches(edit)) first = turn;
  return first;
}

function touchesFunction(edit: Edit, target: GoldFunction, gold: GoldSet): boolean {
  return (
    edit.functions.some((name) => sameFunction(name, target.name)) &&
    touchesFile(edit, gold.aliases.get(target.file) ?? target.file, gold)
  );
}

function touchesFile({ path, oldPath }: Edit, file: string, { aliases }: GoldSet): boolean {
  const written = oldPath === null ? [path] : [path, oldPath];
  if (written.some((each) => isSamePath(each, file))) return true;
  for (const [alias, target] of aliases) {
    if (target === file && alias !== file && written.some((each) => isSamePath(each, alias))) return true;
  }
  return false;
}
