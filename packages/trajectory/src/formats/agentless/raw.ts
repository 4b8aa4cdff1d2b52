import * as z from "zod";

/** A model call. With several samples `response` is a list in some versions. */
export const ModelCall = z.looseObject({
  prompt: z.unknown().optional(),
  response: z.unknown().optional(),
  usage: z.looseObject({}).nullish(),
});
export type ModelCall = z.infer<typeof ModelCall>;

/** A row of any stage: localization (`found_files`, `found_edit_locs`) or repair (`raw_output`). */
export const StageRow = z.looseObject({ instance_id: z.string().min(1) });
export type StageRow = z.infer<typeof StageRow>;

/** What a row is of; null for rows of none of these stages. */
export function stageOf(row: Readonly<Record<string, unknown>>): "localization" | "repair" | null {
  if (["found_files", "found_edit_locs", "found_related_locs"].some((key) => key in row)) return "localization";
  return "raw_output" in row && ("try_count" in row || "git_diffs" in row || "traj" in row) ? "repair" : null;
}
