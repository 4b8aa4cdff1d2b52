import { defineFormat } from "../../format.ts";
import { readTaskRow } from "../../tasks/read-task-row.ts";
import { embeddedOutcome } from "../evaluation-outcome.ts";
import { exitHealth } from "../exit-health.ts";
import {
  countOrNull,
  isObject,
  limitOrNull,
  nameOrNull,
  objectAt,
  textOrNull,
  type UnknownObject,
  unusedEntries,
} from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { actionArguments } from "./event-call.ts";
import { eventSteps } from "./event-steps.ts";
import { OpenHandsRun } from "./raw.ts";

/** OpenHands V0: rows of an evaluation's `output.jsonl`, of the resolver, and lists of events for replay. */
export const openHandsV0 = defineFormat({
  name: "openhands-v0",
  title: "OpenHands V0 evaluation rows (output.jsonl), resolver rows and event lists",
  gives: {
    taskId: "sometimes",
    model: "sometimes",
    steps: "sometimes",
    reasoning: "sometimes",
    edits: "yes",
    patch: "sometimes",
    outcome: "sometimes",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "sometimes",
    limits: "sometimes",
    tokenIds: "no",
  },
  raw: OpenHandsRun,
  matches: (record) => (isObject(record) ? isRow(record) : isEventList(record)),
  toReading([{ row, history }]) {
    const { steps, otherEvents } = eventSteps(history, repositoryFolder(row));
    const instance = objectAt(row, "instance");
    const metadata = objectAt(row, "metadata");
    const testResult = objectAt(row, "test_result");
    const taskId = nameOrNull(row.instance_id) ?? nameOrNull(instance.instance_id) ?? issueId(objectAt(row, "issue"));
    const system = actionArguments(history.find((event) => event.action === "system") ?? {});
    const error = nameOrNull(row.error);
    const exitStatus = error ?? (history.some((event) => event.action === "finish") ? "finish" : null);
    const modelOfSteps = steps.find((step) => nameOrNull(step.model) !== null)?.model ?? null;
    const trajectory = newTrajectory({
      taskId,
      agent: { name: "openhands", version: nameOrNull(system.openhands_version) },
      model: nameOrNull(objectAt(metadata, "llm_config").model) ?? modelOfSteps,
      limits: { turns: limitOrNull(metadata.max_iterations) },
      exitStatus,
      health: exitHealth(error),
      finalPatch: textOrNull(testResult.git_patch) ?? textOrNull(row.git_patch),
      usage: usageOf(objectAt(row, "metrics")),
      tools: Array.isArray(system.tools) ? system.tools : null,
      steps,
      extra: {
        ...unusedEntries(row, usedKeys),
        ...(Object.keys(testResult).length === 0
          ? {}
          : { test_result: unusedEntries(testResult, new Set(["git_patch"])) }),
        ...(otherEvents.length === 0 ? {} : { otherEvents }),
      },
    });
    const report = { ...objectAt(row, "report"), ...objectAt(testResult, "report") };
    return {
      trajectory,
      outcome: embeddedOutcome(taskId, row.resolved, report),
      task: readTaskRow(instance),
    };
  },
});

const usedKeys: ReadonlySet<string> = new Set(["instance_id", "test_result", "error", "instance", "git_patch"]);

function isRow(record: UnknownObject): boolean {
  if ("messages" in record || "schema_version" in record) return false;
  const isEvaluation = "history" in record && ("test_result" in record || "git_patch" in record);
  if (isEvaluation && (record.history === null || isEmptyList(record.history))) return true;
  return ["history", "entries", "trajectory"].some((key) => isEventList(record[key]));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** True for a list whose first entry is an event of V0, or a pair of two. */
function isEventList(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const first: unknown = Array.isArray(value[0]) ? value[0][0] : value[0];
  if (!isObject(first) || "kind" in first || "role" in first) return false;
  const isEvent = typeof first.action === "string" || typeof first.observation === "string";
  // SWE-agent's actions have an action and its observation in one entry, and no source.
  return isEvent && !("action" in first && "observation" in first) && !("response" in first);
}

/** `/workspace` where the instruction says that it is the repository itself, as the resolver's does; else null. */
function repositoryFolder(row: UnknownObject): string | null {
  return /\brepository in \/workspace(?![\w/])/.test(textOrNull(row.instruction) ?? "") ? "/workspace" : null;
}

/** The issue that the resolver worked on, named as SWE-bench would. */
function issueId(issue: UnknownObject): string | null {
  const { owner, repo, number } = issue;
  return typeof owner === "string" && typeof repo === "string" && typeof number === "number"
    ? `${owner}__${repo}-${number}`
    : null;
}

/** Totals of the run. A cost of 0 without any cost on record is that of a model whose price was unknown. */
function usageOf(metrics: UnknownObject) {
  const tokens = objectAt(metrics, "accumulated_token_usage");
  const cost = countOrNull(metrics.accumulated_cost);
  const isUnpriced = cost === 0 && isEmptyList(metrics.costs);
  return {
    promptTokens: countOrNull(tokens.prompt_tokens),
    completionTokens: countOrNull(tokens.completion_tokens),
    cachedTokens: countOrNull(tokens.cache_read_tokens),
    costUsd: isUnpriced ? null : cost,
  };
}
