import * as z from "zod";
import { defineFormat } from "../../format.ts";
import type { Outcome } from "../../outcome.ts";
import { outcomeOfVerdict } from "../../outcomes/verdicts.ts";
import type { DraftStep } from "../draft-step.ts";
import { exitHealth } from "../exit-health.ts";
import { countOrNull, isObject, nameOrNull, objectAt, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { membersByKind } from "../run-folder/members-by-kind.ts";
import { keyStrokes } from "./key-strokes.ts";
import { isResult, memberKind, trialFolderOf } from "./trial.ts";

/** Trials of Terminal-Bench: the result, the keys that were sent to the terminal, and its log, of one trial's folder. */
export const terminalBench = defineFormat({
  name: "terminal-bench",
  title: "Terminal-Bench trials (results.json with commands.txt and agent.log beside it), and runs' results",
  gives: {
    taskId: "sometimes",
    model: "no",
    steps: "sometimes",
    reasoning: "no",
    edits: "sometimes",
    patch: "no",
    outcome: "sometimes",
    usage: "sometimes",
    cost: "no",
    timestamps: "no",
    limits: "no",
    tokenIds: "no",
    notTried: "not tried on a real file: the shape is that of the public leaderboard's description",
  },
  scope: "group",
  raw: z.union([z.string(), z.array(z.unknown()), z.looseObject({})]),
  matches: (record, { path }) => isRunResult(record) || memberKind(record, path) !== null,
  piecesOf: (record) => (isRunResult(record) ? record.results : [record]),
  groupOf: (record, { path }) => (isResult(record) ? nameOrNull(record.trial_name) : null) ?? trialFolderOf(path),
  couldHold: (head, path) => head.includes('"is_resolved"') || trialFolderOf(path) !== null,
  toReading(records, { path, paths }) {
    const members = membersByKind(records, paths, memberKind);
    const result = objectAt(members.get("result")?.[0]?.record);
    const taskId = nameOrNull(result.task_id) ?? trialFolderOf(path)?.replace(/\.\d+-of-\d+.*$/, "") ?? null;
    const failure = nameOrNull(result.failure_mode);
    const isFailure = failure !== null && failure !== "unset" && failure !== "none";
    const log = (members.get("log") ?? []).map((each) => each.record as string).join("\n");
    const steps = trialSteps(
      nameOrNull(result.instruction),
      (members.get("commands") ?? []).map((each) => each.record as string),
      log,
    );
    const used = ["task_id", "instruction", "is_resolved", "failure_mode", "total_input_tokens", "total_output_tokens"];
    const trajectory = newTrajectory({
      taskId,
      agent: { name: "unknown" },
      exitStatus: failure,
      health: isFailure ? exitHealth(failure) : "healthy",
      usage: {
        promptTokens: countOrNull(result.total_input_tokens),
        completionTokens: countOrNull(result.total_output_tokens),
      },
      steps,
      extra: unusedEntries(result, new Set(used)),
    });
    return { trajectory, outcome: outcomeOf(taskId, result.is_resolved), task: null };
  },
});

/** The results of a whole run, which lists those of its trials. */
function isRunResult(record: unknown): record is { readonly results: readonly unknown[] } {
  return (
    isObject(record) && Array.isArray(record.results) && record.results.length > 0 && record.results.every(isResult)
  );
}

function outcomeOf(taskId: string | null, resolved: unknown): Outcome | null {
  if (taskId === null || typeof resolved !== "boolean") return null;
  return outcomeOfVerdict(taskId, resolved ? "resolved" : "unresolved");
}

/** Each line of keys is a turn; the terminal's log, which does not say what answers what, stands after the last. */
function trialSteps(instruction: string | null, commands: readonly string[], log: string): DraftStep[] {
  const steps: DraftStep[] = instruction === null ? [] : [{ source: "user", text: instruction }];
  for (const line of commands.flatMap((text) => text.split(/\r?\n/))) {
    if (line.trim() === "") continue;
    const keys = keyStrokes(line);
    const command = keys.filter((key) => key !== "Enter").join("");
    steps.push({ source: "agent", toolCalls: [{ id: "call-1", name: "bash", arguments: { command, keys } }] });
  }
  const last = steps.at(-1);
  if (log === "") return steps;
  if (last?.source === "agent") last.observations = [{ callId: null, content: log, isError: null, exitCode: null }];
  else steps.push({ source: "user", text: log, marks: ["synthetic"] });
  return steps;
}
