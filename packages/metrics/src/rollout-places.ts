import type { Row } from "@memop/core";
import {
  type BaseCommit,
  editsAtCommit,
  type FunctionsFrom,
  loadShellParser,
  patchFunctions,
  type Repositories,
  type Trajectory,
  type TurnEdit,
} from "@memop/trajectory";
import { type GoldFunction, type GoldSet, goldSetOf } from "./gold-set.ts";

/** The places that a rollout had to find and those that it changed. */
export interface RolloutPlaces {
  /** Null when the task's reference solution is unknown; the edits are then not looked for. */
  readonly gold: GoldSet | null;
  readonly edits: readonly TurnEdit[];
  /** How their functions were found; null when there are none, or it is not known. */
  readonly from: FunctionsFrom | null;
  /** Codes of why the patch or the run alone decided, with their numbers: `gold-functions-from-patch:no-commit`. */
  readonly notes: readonly string[];
}

/** Tells the places of one rollout, from a row with its task's columns. */
export type PlaceReader = (row: Row, trajectory: Trajectory) => Promise<RolloutPlaces>;

/**
 * Reads places with the functions as exactly as `repositories` allow. Gold functions that ingest found in the sources, and
 * those that were imported, are taken as they are. `extractEdits` takes the place of finding edits.
 */
export function placeReader(
  repositories: Repositories | null,
  extractEdits: ((trajectory: Trajectory) => readonly TurnEdit[]) | null,
): PlaceReader {
  const goldOfTask = new Map<string, Promise<Pick<RolloutPlaces, "gold" | "from" | "notes">>>();
  return async (row, trajectory) => {
    const base = { repo: row.repo as string | null, baseCommit: row.base_commit as string | null };
    const task = String(row.task_id);
    const known = goldOfTask.get(task) ?? goldOf(row, base, repositories);
    goldOfTask.set(task, known);
    const { gold, from, notes } = await known;
    if (gold === null) return { gold, edits: [], from: null, notes };
    if (extractEdits !== null) return { gold, edits: extractEdits(trajectory), from: null, notes };
    const found = await editsAtCommit(trajectory, base, repositories, await loadShellParser());
    const reasons = [...found.reasons].map(([reason, count]) => `edited-functions-from-run:${reason}=${count}`);
    return { gold, edits: found.edits, from: together(from, found.from), notes: [...notes, ...reasons.sort()] };
  };
}

async function goldOf(row: Row, base: BaseCommit, repositories: Repositories | null) {
  const patch = row.gold_patch as string | null;
  const functions = row.gold_functions as GoldFunction[] | null;
  const from = row.gold_functions_from as FunctionsFrom | null;
  const source = { patch, files: row.gold_files as string[] | null, functions };
  // Functions without a word on how they were found were imported.
  const isSettled = patch === null || from === "source" || (from === null && functions !== null);
  if (repositories === null || isSettled) return { gold: goldSetOf(source), from, notes: [] };
  const found = await patchFunctions(patch, base, repositories);
  return {
    gold: goldSetOf({ ...source, functions: found.functions }),
    from: found.from,
    notes: found.reasons.map((reason) => `gold-functions-from-patch:${reason}`),
  };
}

function together(gold: FunctionsFrom | null, edits: FunctionsFrom | null): FunctionsFrom | null {
  if (gold === null || edits === null) return gold ?? edits;
  return gold === edits ? gold : "mixed";
}
