import type { Observation, StepMark, StepUsage, ToolCall } from "../../step.ts";
import { withUniqueIds } from "../chat/assistant-calls.ts";
import { contentText, otherParts } from "../chat/content-text.ts";
import { exitCodeOf } from "../chat/exit-code.ts";
import { functionTextCall } from "../chat/text-call.ts";
import { toolArguments } from "../chat/tool-arguments.ts";
import type { DraftStep } from "../draft-step.ts";
import { stepEdits } from "../edit-tools/step-edits.ts";
import { isoTime } from "../iso-time.ts";
import { countOrNull, objectAt, unusedEntries } from "../json-access.ts";
import type { AtifStep } from "./raw.ts";
import { tokenIdNames, tokenIdsOfMetrics } from "./token-ids.ts";

type Result = NonNullable<AtifStep["observation"]>["results"][number];

/** One step by its standard fields alone; `extra.memop` is left to the caller. `isSubagent`: of a helper's document. */
export function readStep(step: AtifStep, isSubagent: boolean): DraftStep {
  const message = contentText(step.message);
  const listed = readCalls(step);
  const written = listed.length === 0 && step.source === "agent" ? functionTextCall(message) : null;
  const toolCalls =
    written === null ? listed : withUniqueIds([{ id: "", name: written.name, arguments: written.arguments }]);
  const results = step.observation?.results ?? [];
  const observations = readResults(results, step, toolCalls);
  const tokenIds = tokenIdsOfMetrics(step.metrics ?? {});
  return {
    source: step.source,
    text: written?.thought ?? message,
    reasoning: step.reasoning_content ?? null,
    toolCalls,
    observations,
    edits: stepEdits(toolCalls, observations),
    marks: marksOf(step, isSubagent),
    timestamp: isoTime(step.timestamp),
    model: step.model_name ?? null,
    usage: usageOf(step),
    extra: {
      ...unusedEntries(step.extra ?? {}, new Set(["memop"])),
      ...(written === null ? {} : { response: message }),
      ...leftovers(step, results),
      ...(tokenIds === null ? {} : { tokenIds }),
    },
  };
}

function readCalls(step: AtifStep): ToolCall[] {
  const calls = step.tool_calls ?? [];
  return withUniqueIds(
    calls.map((call) => ({
      id: call.tool_call_id,
      name: call.function_name,
      arguments: toolArguments(call.arguments),
    })),
  );
}

/** Results in order. Calls with one id have got an id each: the n-th result that names the id answers the n-th of them. */
function readResults(results: readonly Result[], step: AtifStep, toolCalls: readonly ToolCall[]): Observation[] {
  const waiting = new Map<string, string[]>();
  step.tool_calls?.forEach((call, at) => {
    const id = toolCalls[at]?.id;
    if (id !== undefined) waiting.set(call.tool_call_id, [...(waiting.get(call.tool_call_id) ?? []), id]);
  });
  return results.map((result) => {
    const content = contentText(result.content);
    const ids = waiting.get(result.source_call_id ?? "") ?? [];
    const id = ids.length > 1 ? ids.shift() : ids[0];
    return {
      callId: id ?? null,
      content,
      isError: null,
      exitCode: exitCodeOf(content),
      ...result.extra?.memop,
    } as Observation;
  });
}

/** Steps that must not be trained on: copied ones, and those of the agent that no model call stands behind. */
function marksOf(step: AtifStep, isSubagent: boolean): StepMark[] {
  const marks: StepMark[] = [];
  if (step.is_copied_context === true) marks.push("copied-context");
  if (step.llm_call_count === 0 && step.source === "agent") marks.push("synthetic");
  if (isSubagent && step.source === "agent") marks.push("subagent");
  return marks;
}

/** `cost` instead of `cost_usd` is the drift of a third party. */
function usageOf({ metrics }: AtifStep): StepUsage | null {
  if (metrics === null || metrics === undefined) return null;
  return {
    promptTokens: countOrNull(metrics.prompt_tokens),
    completionTokens: countOrNull(metrics.completion_tokens),
    cachedTokens: countOrNull(metrics.cached_tokens),
    costUsd: countOrNull(metrics.cost_usd) ?? countOrNull(metrics.cost),
  };
}

/** Keys of `metrics` that `StepUsage` says already. */
export const usageKeys: ReadonlySet<string> = new Set([
  "prompt_tokens",
  "completion_tokens",
  "cached_tokens",
  "cost_usd",
  "cost",
]);

/** What the standard fields hold beyond a step's schema, under `atif` and by the names of ATIF. */
function leftovers(step: AtifStep, results: readonly Result[]): { atif?: Record<string, unknown> } {
  const metrics = unusedEntries(step.metrics ?? {}, new Set([...usageKeys, ...tokenIdNames(step.metrics ?? {})]));
  const parts = otherParts(step.message);
  const callExtras = step.tool_calls?.map((call) => call.extra ?? null) ?? [];
  const resultExtras = results.map((result) => {
    const own = unusedEntries(result, new Set(["content", "extra", "source_call_id"]));
    const extra = unusedEntries(objectAt(result.extra), new Set(["memop"]));
    const known = step.tool_calls?.some((call) => call.tool_call_id === result.source_call_id) ?? false;
    const orphan = typeof result.source_call_id === "string" && !known ? { source_call_id: result.source_call_id } : {};
    const media = otherParts(result.content);
    return {
      ...own,
      ...orphan,
      ...(Object.keys(extra).length === 0 ? {} : { extra }),
      ...(media === null ? {} : { parts: media }),
    };
  });
  const atif: Record<string, unknown> = {
    ...unusedEntries(step, standardKeys),
    ...(typeof step.llm_call_count === "number" && step.llm_call_count > 0
      ? { llm_call_count: step.llm_call_count }
      : {}),
    ...(Object.keys(metrics).length === 0 ? {} : { metrics }),
    ...(parts === null ? {} : { parts }),
    ...(callExtras.every((extra) => extra === null) ? {} : { toolCallExtras: callExtras }),
    ...(resultExtras.every((extra) => Object.keys(extra).length === 0) ? {} : { results: resultExtras }),
  };
  return Object.keys(atif).length === 0 ? {} : { atif };
}

const standardKeys = new Set([
  "step_id",
  "source",
  "message",
  "timestamp",
  "model_name",
  "reasoning_content",
  "tool_calls",
  "observation",
  "metrics",
  "is_copied_context",
  "llm_call_count",
  "extra",
]);
