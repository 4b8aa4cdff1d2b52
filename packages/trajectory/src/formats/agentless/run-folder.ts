import { nameOrNull } from "../json-access.ts";
import { sourceNames } from "../source-name.ts";
import { type StageRow, stageOf } from "./raw.ts";

/** A row with the file that it stands in. */
export interface PlacedRow {
  readonly row: StageRow;
  readonly path: string;
}

/** The folder of the run: without the folders that the stages write into. */
export function runOf(path: string): string {
  const names = sourceNames(path).slice(0, -1);
  return names.filter((name) => !stageFolder.test(name)).join("/");
}

/** As the agents' own instructions call them. */
const stageFolder =
  /^(?:file_level|related_(?:elements|level)|edit_location|loc|merged$|repair|retriev|select_regression|verify|reprod)/;

/** Rows in the order of the stages: what they were found by before what was made of it. */
export function inStageOrder(rows: readonly PlacedRow[]): readonly PlacedRow[] {
  return [...rows].sort((one, other) => depthOf(one.row) - depthOf(other.row));
}

function depthOf(row: StageRow): number {
  switch (stageOf(row)) {
    case "localization":
      return isSaid(row.found_edit_locs) ? 3 : isSaid(row.found_related_locs) ? 2 : 1;
    case "repair":
      return 4;
    case "reproduction":
      return 5;
    default:
      return 6;
  }
}

function isSaid(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/**
 * The patch of one answer of a repair row, "" when none could be made of it; null when no file says. Agentless writes answer
 * 3 of `repair_sample_1/output.jsonl` to `output_3_processed.jsonl` beside it, PatchPilot into the row itself.
 */
export function patchOfAnswer({ row, path }: PlacedRow, answer: number, rows: readonly PlacedRow[]): string | null {
  if (Array.isArray(row.git_diffs)) return textAt(row.git_diffs[answer]);
  const folder = sourceNames(path).slice(0, -1).join("/");
  const name = new RegExp(
    `^${folder.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}/\\w*?_${answer}_(?:processed|normalized)\\.jsonl$`,
  );
  const candidate = rows.find(
    (each) => stageOf(each.row) === "candidate" && name.test(sourceNames(each.path).join("/")),
  );
  return candidate === undefined ? null : textAt(candidate.row.model_patch);
}

function textAt(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Patches that could be handed in, with the file that each stands in; `output_0_normalized.jsonl` repeats its twin. */
export function candidatesOf(rows: readonly PlacedRow[]): readonly { readonly file: string; readonly patch: string }[] {
  const own = rows.flatMap(({ row, path }) => {
    const diffs = Array.isArray(row.git_diffs) ? row.git_diffs : stageOf(row) === "candidate" ? [row.model_patch] : [];
    const file = sourceNames(path).slice(-2).join("/");
    return diffs.flatMap((diff) => (nameOrNull(diff) === null ? [] : [{ file, patch: diff as string }]));
  });
  const named = new Set(own.map(({ file }) => file));
  return own.filter(
    ({ file }) => !(file.includes("_normalized") && named.has(file.replace("_normalized", "_processed"))),
  );
}
