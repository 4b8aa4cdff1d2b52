import { defineFormat } from "../../format.ts";
import { summedUsage } from "../anthropic/anthropic-usage.ts";
import { compact, isObject } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { sourceNames } from "../source-name.ts";
import { StageRow, stageOf } from "./raw.ts";
import { stageSteps } from "./steps.ts";

/**
 * Rows of Agentless and of PatchPilot: localization and repair of one instance are one trajectory, over the files of a run's
 * folder. The patches that were handed in stand in prediction files beside them.
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
    notTried: "not tried on a real file: the shape is that of the public sources",
  },
  scope: "group",
  raw: StageRow,
  matches: (record) => isObject(record) && typeof record.instance_id === "string" && stageOf(record) !== null,
  groupOf: (record, { path }) => `${runOf(path)}/${(record as StageRow).instance_id}`,
  // The keys of a stage, and those that may stand before them with long texts.
  couldHold: (head) =>
    /"(?:found_(?:files|edit_locs|related_locs)|raw_output|git_diffs|all_generations|\w*_traj|traj|additional_artifact_loc_\w+)"/.test(
      head,
    ),
  toReading(rows) {
    const stages = [...rows].sort(
      (one, other) => Number(stageOf(one) === "repair") - Number(stageOf(other) === "repair"),
    );
    const steps = stages.flatMap(stageSteps);
    const isPatchPilot = rows.some((row) => "git_diffs" in row);
    const trajectory = newTrajectory({
      taskId: rows[0].instance_id,
      agent: { name: isPatchPilot ? "patchpilot" : "agentless" },
      finalPatch: onlyPatch(rows),
      usage: summedUsage(steps),
      steps,
      extra: { stages: stages.map(factsOf) },
    });
    return { trajectory, outcome: null, task: null };
  },
});

/** The folder of the run: without the folders that the stages write into. */
function runOf(path: string): string {
  const names = sourceNames(path).slice(0, -1);
  const isStage = (name: string) =>
    /^(?:file_level|related_(?:elements|level)|edit_location|loc|repair|retrieval|verify|reproduce)/.test(name);
  return names.filter((name) => !isStage(name)).join("/");
}

/** PatchPilot's rows carry their patches; which one was handed in is only sure when there is one. */
function onlyPatch(rows: readonly StageRow[]): string | null {
  const patches = rows.flatMap((row) => (Array.isArray(row.git_diffs) ? row.git_diffs : []));
  const [only] = patches;
  return patches.length === 1 && typeof only === "string" ? only : null;
}

/** What a row found, without what its steps say. */
function factsOf(row: StageRow): Record<string, unknown> {
  const { instance_id: _, file_traj: _1, related_loc_traj: _2, edit_loc_traj: _3, traj, raw_output, ...facts } = row;
  return compact({ ...facts, raw_output: traj === undefined ? null : raw_output }) as Record<string, unknown>;
}
