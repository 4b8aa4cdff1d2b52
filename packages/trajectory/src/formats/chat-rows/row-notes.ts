import type { Outcome } from "../../outcome.ts";
import { filesOfPatch } from "../../patch/files-of-patch.ts";
import type { DraftStep } from "../draft-step.ts";

/** Where a row contradicts itself. Such rows are kept: whether they may be used is decided elsewhere. */
export interface RowNotes {
  /** False when the patch touches none of the files that the run edited: in some data sets it is another run's. */
  readonly patchMatchesEdits?: false;
  /** True when the task counts as resolved although the patch is empty. */
  readonly resolvedWithoutPatch?: true;
}

/** Notes on what a row's patch contradicts: its edits, or its outcome. */
export function rowNotes(patch: string | null, steps: readonly DraftStep[], outcome: Outcome | null): RowNotes {
  if (patch === null) return {};
  if (patch.trim() === "") return outcome?.resolved === true ? { resolvedWithoutPatch: true } : {};
  const edited = new Set(steps.flatMap((step) => step.edits?.map((edit) => edit.path) ?? []));
  if (edited.size === 0) return {};
  const touched = filesOfPatch(patch);
  return touched.length === 0 || touched.some((path) => edited.has(path)) ? {} : { patchMatchesEdits: false };
}
