import { defineFormat } from "../../format.ts";
import { compact, isObject, textOrNull, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { summedUsage } from "../summed-usage.ts";
import { StageRow, stageOf } from "./raw.ts";
import { candidatesOf, inStageOrder, type PlacedRow, patchOfAnswer, runOf } from "./run-folder.ts";
import { stageReader } from "./steps.ts";

/**
 * Rows of Agentless and of PatchPilot: all stages of one instance are one trajectory, over the files of a run's folder.
 *
 * Patches that could be handed in are in `extra.candidates`. The one that was is PatchPilot's choice of the last round;
 * Agentless writes its own as a prediction (`all_preds.jsonl`), which is joined later.
 */
export const agentless = defineFormat({
  name: "agentless",
  title: "Agentless and PatchPilot rows (loc_outputs.jsonl, output.jsonl); stages of an instance joined",
  gives: {
    taskId: "yes",
    model: "no",
    steps: "yes",
    reasoning: "no",
    edits: "yes",
    patch: "sometimes",
    outcome: "no",
    usage: "sometimes",
    cost: "no",
    timestamps: "no",
    limits: "no",
    tokenIds: "no",
    notTried: "the shape is that of the public sources",
  },
  scope: "group",
  raw: StageRow,
  matches: (record) => isObject(record) && typeof record.instance_id === "string" && stageOf(record) !== null,
  groupOf: (record, { path }) => `${runOf(path)}/${(record as StageRow).instance_id}`,
  // The keys of a stage, and those that may stand before them with long texts.
  couldHold: (head) =>
    /"(?:found_(?:files|edit_locs|related_locs)|raw_output|git_diffs|all_generations|\w*_traj|traj|model_patch|additional_artifact_loc_\w+)"/.test(
      head,
    ),
  toReading(rows, { paths }) {
    const placed = inStageOrder(rows.map((row, at) => ({ row, path: paths[at] ?? "" })));
    const reader = stageReader();
    const steps = placed.flatMap((each) =>
      reader.stepsOf(each.row, (answer) => patchOfAnswer(each, answer, placed)?.trim() !== ""),
    );
    const candidates = candidatesOf(placed);
    const trajectory = newTrajectory({
      taskId: rows[0].instance_id,
      agent: { name: isPatchPilot(rows) ? "patchpilot" : "agentless" },
      finalPatch: submittedPatch(placed) ?? (candidates.length === 1 ? (candidates[0]?.patch ?? null) : null),
      usage: summedUsage(steps),
      steps,
      extra: {
        stages: factsOf(placed.map(({ row }) => row)),
        ...(candidates.length === 0 ? {} : { candidates }),
      },
    });
    return { trajectory, outcome: null, task: null };
  },
});

function isPatchPilot(rows: readonly StageRow[]): boolean {
  return rows.some((row) => "git_diffs" in row || "sample_idx" in row || row.model_name_or_path === "PatchingPilot");
}

/** PatchPilot's choice of the last round: files of rounds stand in their order. */
function submittedPatch(placed: readonly PlacedRow[]): string | null {
  return textOrNull(placed.findLast(({ row }) => stageOf(row) === "submitted")?.row.model_patch);
}

/**
 * What each row says that neither its steps nor an earlier row do. Files as they were before each sample, and the samples
 * once more, are left out.
 */
function factsOf(rows: readonly StageRow[]): Record<string, unknown>[] {
  const said = new Set<string>();
  const facts = rows.map((row) => {
    const raw = row.traj === undefined ? [] : ["raw_output"];
    const entries = Object.entries(unusedEntries(row, new Set([...leftOut, ...raw])));
    const fresh = entries.filter(([key, value]) => !said.has(JSON.stringify([key, value])));
    for (const entry of fresh) said.add(JSON.stringify(entry));
    return compact({ stage: stageOf(row), ...Object.fromEntries(fresh) }) as Record<string, unknown>;
  });
  return facts.filter((each) => Object.keys(each).length > 1);
}

const leftOut: readonly string[] = [
  "instance_id",
  "file_traj",
  "related_loc_traj",
  "edit_loc_traj",
  "traj",
  "all_generations",
  "prev_content",
  "git_diffs",
  "raw_git_diffs",
  "model_name_or_path",
  "model_patch",
  "raw_model_patch",
  "normalized_patch",
  "original_file_content",
  "new_file_content",
];
