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
  raw: z.string().refine((text) => isDiff(text) || isBlank(text), "expected a unified diff"),
  matches: (record, { path }) =>
    typeof record === "string" && taskIdOf(path) !== null && (isDiff(record) || (isBlank(record) && isLabelled(path))),
  toReading([diff], { path }) {
    const taskId = taskIdOf(path);
    const failure = isBlank(diff) ? "empty-patch" : "unresolved";
    const folder = folderOf(path);
    const verdict = folder === "pass" ? "resolved" : folder === "fail" ? failure : null;
    const finalPatch = isBlank(diff) ? "" : diff;
    const trajectory = newTrajectory({ taskId, agent: { name: "unknown" }, finalPatch, steps: [] });
    const outcome = taskId === null || verdict === null ? null : outcomeOfVerdict(taskId, verdict);
    return { trajectory, outcome, task: null };
  },
});

/**
 * The task that the file is named after; null for a name that is none, and for a patch in no folder of outcomes that is not
 * called `…-diff.txt`: such patches lie beside the run that made them.
 */
function taskIdOf(path: string): string | null {
  const [, name, ending] = /^(.+?)((?:[-_.]diff)?\.(?:txt|diff|patch))$/.exec(sourceNames(path).at(-1) ?? "") ?? [];
  const isOwnRun = isLabelled(path) || ending?.endsWith("diff.txt") === true;
  return name !== undefined && isOwnRun && looksLikeTaskId(name) ? name : null;
}

function folderOf(path: string): string {
  return sourceNames(path).at(-2) ?? "";
}

function isLabelled(path: string): boolean {
  return ["pass", "fail"].includes(folderOf(path));
}

/** An empty file is the diff of a run that changed nothing. */
function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** True for a text whose start is a diff's, and which changes some file. */
function isDiff(text: string): boolean {
  return /^\s*(?:diff --git |--- \S|Index: )/.test(text.slice(0, 200)) && parseUnifiedDiff(text).length > 0;
}
