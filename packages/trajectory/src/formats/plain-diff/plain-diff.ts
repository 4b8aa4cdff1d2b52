import * as z from "zod";
import { defineFormat } from "../../format.ts";
import { outcomeOfVerdict } from "../../outcomes/verdicts.ts";
import { parseUnifiedDiff } from "../../patch/parse-unified-diff.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { looksLikeTaskId, sourceNames } from "../source-name.ts";

/** A unified diff in a file that is named after its task: all that some agents published of their runs. */
export const plainDiff = defineFormat({
  name: "plain-diff",
  title: "diffs named after their task (<instance>-diff.txt, .diff, .patch), with pass/ and fail/ folders as outcome",
  gives: {
    taskId: "yes",
    model: "no",
    steps: "no",
    reasoning: "no",
    edits: "no",
    patch: "yes",
    outcome: "sometimes",
    usage: "no",
    cost: "no",
    timestamps: "no",
    limits: "no",
    tokenIds: "no",
  },
  raw: z.string().refine(isDiff, "expected a unified diff"),
  matches: (record, { path }) => typeof record === "string" && taskIdOf(path) !== null && isDiff(record),
  toReading([diff], { path }) {
    const taskId = taskIdOf(path);
    const folder = sourceNames(path).at(-2) ?? "";
    const verdict = folder === "pass" ? "resolved" : folder === "fail" ? "unresolved" : null;
    const trajectory = newTrajectory({ taskId, agent: { name: "unknown" }, finalPatch: diff, steps: [] });
    const outcome = taskId === null || verdict === null ? null : outcomeOfVerdict(taskId, verdict);
    return { trajectory, outcome, task: null };
  },
});

/**
 * The task that the file is named after; null for a name that is none, and for a patch in no folder of outcomes that is not
 * called `…-diff.txt`: such patches lie beside the run that made them.
 */
function taskIdOf(path: string): string | null {
  const names = sourceNames(path);
  const [, name, ending] = /^(.+?)((?:[-_.]diff)?\.(?:txt|diff|patch))$/.exec(names.at(-1) ?? "") ?? [];
  const isLabelled = ["pass", "fail"].includes(names.at(-2) ?? "") || ending?.endsWith("diff.txt") === true;
  return name !== undefined && isLabelled && looksLikeTaskId(name) ? name : null;
}

/** True for a text whose start is a diff's, and which changes some file. */
function isDiff(text: string): boolean {
  return /^\s*(?:diff --git |--- \S|Index: )/.test(text.slice(0, 200)) && parseUnifiedDiff(text).length > 0;
}
