import * as z from "zod";

/** A model call. With several samples `response` is a list in some versions. */
export const ModelCall = z.looseObject({
  prompt: z.unknown().optional(),
  response: z.unknown().optional(),
  usage: z.looseObject({}).nullish(),
});
export type ModelCall = z.infer<typeof ModelCall>;

/** A row of any stage; see `stageOf`. */
export const StageRow = z.looseObject({ instance_id: z.string().min(1) });
export type StageRow = z.infer<typeof StageRow>;

/**
 * `localization` finds places, `repair` writes patches, `reproduction` writes tests. `candidate`: the patch that one answer of
 * the repair gave. `submitted`: the patch that PatchPilot chose in a round; Agentless writes its choice as a prediction.
 */
export type Stage = "localization" | "repair" | "reproduction" | "candidate" | "submitted";

/** What a row is of; null for rows of none of these stages. */
export function stageOf(row: Readonly<Record<string, unknown>>): Stage | null {
  if ("model_patch" in row) {
    if ("raw_model_patch" in row) return "candidate";
    return "rank" in row && "sample_idx" in row ? "submitted" : null;
  }
  if (["found_files", "found_edit_locs", "found_related_locs"].some((key) => key in row)) return "localization";
  if (!("raw_output" in row) || !("try_count" in row || "git_diffs" in row || "traj" in row)) return null;
  return isOfTests(row.file_names) ? "reproduction" : "repair";
}

/** Rows of reproduction tests have the shape of the repair's; all their files are the test. */
function isOfTests(names: unknown): boolean {
  const flat = Array.isArray(names) ? names.flat(2) : [];
  return flat.length > 0 && flat.every((name) => name === "reproduce_bug.py");
}
