import { defineFormat } from "../../format.ts";
import { readTaskRow } from "../../tasks/read-task-row.ts";
import { compact, nameOrNull, objectAt, textOrNull } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { membersByKind, RunFile } from "../run-folder/members-by-kind.ts";
import { memberKind, runFolderOf } from "./run-folder.ts";
import { expeRepairSteps } from "./steps.ts";

/**
 * Run folders of ExpeRepair: reproduction, localization, patches, validation. All stages of an instance are one trajectory.
 *
 * Its experiences are kept in `extra.experiences` as they were written.
 */
export const expeRepair = defineFormat({
  name: "experepair",
  title: "ExpeRepair run folders (<stage>/<repository>/<instance>/), all stages joined",
  gives: {
    taskId: "yes",
    model: "sometimes",
    steps: "yes",
    reasoning: "no",
    edits: "yes",
    patch: "sometimes",
    outcome: "no",
    usage: "no",
    cost: "no",
    timestamps: "no",
    limits: "no",
    tokenIds: "no",
  },
  scope: "group",
  raw: RunFile,
  matches: (record, { path }) => runFolderOf(path) !== null && memberKind(record, path) !== null,
  groupOf: (_, { path }) => runFolderOf(path)?.group ?? null,
  couldHold: (_, path) => runFolderOf(path) !== null,
  toReading(records, { path, paths }) {
    const members = membersByKind(records, paths, memberKind);
    const first = (kind: Parameters<typeof members.get>[0]) => objectAt(members.get(kind)?.[0]?.record);
    const statusOf = new Map(
      (members.get("patch-status") ?? []).map((each) => [numberIn(each.path), objectAt(each.record).extract_status]),
    );
    const isApplicable = (patch: number): boolean => {
      const status = statusOf.get(patch);
      return !Array.isArray(status) || status.at(-1) === "APPLICABLE_PATCH";
    };
    const final = members.get("final")?.[0] ?? members.get("extracted")?.[0];
    const experiences = (members.get("experience") ?? []).map((each) => each.record);
    const executions = (members.get("executions") ?? []).map((each) => each.record);
    const trajectory = newTrajectory({
      taskId: nameOrNull(first("meta").task_id) ?? runFolderOf(path)?.taskId ?? null,
      agent: { name: "experepair" },
      model: nameOrNull(first("settings").model),
      finalPatch: textOrNull(first("ranked").model_patch) ?? textOrNull(final?.record),
      steps: expeRepairSteps(members, isApplicable),
      extra: compact({
        reproduction: members.has("repro-status") ? first("repro-status") : null,
        bugLocations: first("bugs").bug_locs,
        candidates: members.has("ranked") ? members.get("ranked")?.map((each) => each.record) : null,
        executions: executions.length === 0 ? null : executions,
        experiences: experiences.length === 0 ? null : experiences,
        temperature: first("settings").temperature,
        setup: first("meta").setup_info,
      }) as Record<string, unknown>,
    });
    return { trajectory, outcome: null, task: readTaskRow(first("meta").task_info) };
  },
});

function numberIn(path: string): number {
  return Number(/(\d+)\.\w+$/.exec(path)?.[1]);
}
