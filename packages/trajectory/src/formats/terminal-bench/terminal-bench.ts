import { defineFormat } from "../../format.ts";
import type { Outcome } from "../../outcome.ts";
import { outcomeOfVerdict } from "../../outcomes/verdicts.ts";
import type { StepUsage } from "../../step.ts";
import type { Health } from "../../trajectory.ts";
import type { DraftStep } from "../draft-step.ts";
import { exitHealth } from "../exit-health.ts";
import { countOrNull, isObject, nameOrNull, objectAt, type UnknownObject, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { membersByKind, RunFile } from "../run-folder/members-by-kind.ts";
import { summedUsage } from "../summed-usage.ts";
import { episodeSteps } from "./episodes.ts";
import { terminalText } from "./terminal-text.ts";
import { groupOfTrial, isResult, type MemberKind, memberKind, submissionOf, trialFolderOf } from "./trial.ts";
import { trialSteps } from "./trial-steps.ts";

/**
 * Trials of Terminal-Bench: the result, the keys that were sent to the terminal, and its log, of one trial's folder; for
 * Terminus its model calls instead of keys and log.
 */
export const terminalBench = defineFormat({
  name: "terminal-bench",
  title: "Terminal-Bench trials (results.json with commands.txt and agent.log beside it), and runs' results",
  gives: {
    taskId: "sometimes",
    model: "sometimes",
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
    notTried: "public trials that are not in the collection were; Terminus' model calls are not",
  },
  scope: "group",
  raw: RunFile,
  matches: (record, { path }) => isRunResult(record) || memberKind(record, path) !== null,
  piecesOf: (record) => (isRunResult(record) ? record.results : [record]),
  groupOf: (record, { path }) => (isRecordedLine(record) ? "" : groupOfTrial(record, path)),
  couldHold: (head, path) => head.includes('"is_resolved"') || trialFolderOf(path) !== null,
  toReading(records, { path, paths }) {
    const members = membersByKind(records, paths, memberKind);
    const result = objectAt(members.get("result")?.[0]?.record);
    const taskId = nameOrNull(result.task_id) ?? trialFolderOf(path)?.name.replace(/\.\d+-of-\d+.*$/, "") ?? null;
    const failure = nameOrNull(result.failure_mode);
    const texts = (kind: MemberKind) => (members.get(kind) ?? []).map((each) => each.record as string);
    const [prompts = [], responses = [], requests = []] = (["prompt", "response", "request"] as const).map(
      (kind) => members.get(kind) ?? [],
    );
    // Where each call of the model is recorded, the keys and the log say nothing more of the agent.
    const episodes = episodeSteps({ prompts, responses, requests });
    const log = episodes.length > 0 ? "" : terminalText(texts("log").join("\n"));
    const steps = episodes.length > 0 ? episodes : trialSteps(nameOrNull(result.instruction), texts("commands"), log);
    const submission = submissionOf(path);
    const trajectory = newTrajectory({
      taskId,
      agent: { name: submission?.agent ?? "unknown" },
      model: namedModel(steps) ?? modelIn(texts("commands").join("\n")) ?? submission?.model ?? null,
      exitStatus: failure,
      health: healthOf(failure),
      usage: usageOf(result, summedUsage(steps)),
      steps,
      extra: unusedEntries(result, used),
    });
    return { trajectory, outcome: outcomeOf(taskId, result.is_resolved, failure), task: null };
  },
});

const used: ReadonlySet<string> = new Set([
  "task_id",
  "instruction",
  "is_resolved",
  "failure_mode",
  "total_input_tokens",
  "total_output_tokens",
]);

/** Agents that are started as a program count no tokens: the harness writes 0 for both. */
function usageOf(result: UnknownObject, counted: StepUsage) {
  const [input, output] = [countOrNull(result.total_input_tokens), countOrNull(result.total_output_tokens)];
  const isCounted = (input ?? 0) + (output ?? 0) > 0;
  const [from, to] = [result.agent_started_at, result.agent_ended_at].map((time) => Date.parse(nameOrNull(time) ?? ""));
  const seconds = ((to ?? Number.NaN) - (from ?? Number.NaN)) / 1000;
  return {
    ...counted,
    promptTokens: isCounted ? input : counted.promptTokens,
    completionTokens: isCounted ? output : counted.completionTokens,
    seconds: countOrNull(seconds),
  };
}

/** The tests' own faults say nothing of the run. */
function healthOf(failure: string | null): Health {
  if (failure === "agent_installation_failed") return "infra";
  if (failure === null || /^(?:unset|none|parse_error|test_timeout)$/.test(failure)) return "healthy";
  return exitHealth(failure);
}

function namedModel(steps: readonly DraftStep[]): string | null {
  return steps.find((step) => typeof step.model === "string")?.model ?? null;
}

/** `mini -m anthropic/claude …`: how the harness started the agent. */
function modelIn(commands: string): string | null {
  return /(?<!python[\d.]*)\s(?:-m|--model)[= ]+([\w./:@-]+)/.exec(commands)?.[1] ?? null;
}

/** A line of a recording, of which the log has the text. */
function isRecordedLine(record: unknown): boolean {
  return Array.isArray(record) && typeof record[0] === "number";
}

/** The results of a whole run, which lists those of its trials. */
function isRunResult(record: unknown): record is { readonly results: readonly unknown[] } {
  return (
    isObject(record) && Array.isArray(record.results) && record.results.length > 0 && record.results.every(isResult)
  );
}

/** No verdict where the harness gives none for a reason that it does not name; where it never ran the agent, none either. */
function outcomeOf(taskId: string | null, resolved: unknown, failure: string | null): Outcome | null {
  if (taskId === null) return null;
  if (failure === "agent_installation_failed") return outcomeOfVerdict(taskId, "install-failure");
  if (typeof resolved === "boolean") return outcomeOfVerdict(taskId, resolved ? "resolved" : "unresolved");
  if (failure === "test_timeout") return outcomeOfVerdict(taskId, "test-timeout");
  return failure === "parse_error" ? outcomeOfVerdict(taskId, "evaluation-error") : null;
}
