import type { Observation, Step, StepUsage } from "../../step.ts";
import { exitCodeOf } from "../chat/exit-code.ts";
import { isoTime } from "../iso-time.ts";
import { compact, isObject, objectAt, type UnknownObject, unusedEntries } from "../json-access.ts";
import { metricsOfTokenIds } from "./token-ids.ts";

/**
 * A step in the standard fields of ATIF v1.7, without `extra.memop`.
 *
 * Steps that are never trained on are marked so that foreign readers leave them out too: those that no model made by
 * `llm_call_count` 0, all others by `is_copied_context`.
 */
export function writeStep(step: Step): UnknownObject {
  const isAgent = step.source === "agent";
  const isSynthetic = isAgent && step.marks.includes("synthetic");
  const own = objectAt(step.extra, "atif");
  const callIds = new Set(isAgent ? step.toolCalls.map((call) => call.id) : []);
  const results = step.observations.map((observation) => writeResult(observation, callIds));
  return compact({
    step_id: step.index + 1,
    timestamp: step.timestamp !== null && isoTime(step.timestamp) === step.timestamp ? step.timestamp : null,
    source: step.source,
    model_name: isAgent ? step.model : null,
    reasoning_effort:
      isAgent && ["string", "number"].includes(typeof own.reasoning_effort) ? own.reasoning_effort : null,
    message: step.text,
    reasoning_content: isAgent && !isSynthetic ? step.reasoning : null,
    tool_calls:
      isAgent && step.toolCalls.length > 0
        ? step.toolCalls.map((call) => ({ tool_call_id: call.id, function_name: call.name, arguments: call.arguments }))
        : null,
    observation: results.length === 0 ? null : { results },
    metrics: isAgent && !isSynthetic ? writeMetrics(step, objectAt(own, "metrics")) : null,
    is_copied_context: step.marks.some((mark) => mark !== "synthetic") ? true : null,
    llm_call_count: isSynthetic ? 0 : isAgent && isModelCallCount(own.llm_call_count) ? own.llm_call_count : null,
    extra:
      Object.keys(unusedEntries(step.extra, notInExtra)).length === 0 ? null : unusedEntries(step.extra, notInExtra),
  });
}

const notInExtra = new Set(["memop", "atif", "tokenIds"]);

function writeResult(observation: Observation, callIds: ReadonlySet<string>): UnknownObject {
  const { callId, content, isError, exitCode } = observation;
  const isNamed = callId !== null && callIds.has(callId);
  const memop = {
    ...(isNamed || callId === null ? {} : { callId }),
    ...(isError === null ? {} : { isError }),
    ...(exitCode === exitCodeOf(content) ? {} : { exitCode }),
  };
  return {
    ...(isNamed ? { source_call_id: callId } : {}),
    content,
    ...(Object.keys(memop).length === 0 ? {} : { extra: { memop } }),
  };
}

/** More than one is what a summing producer wrote; 0 would say that no model was called. */
function isModelCallCount(count: unknown): boolean {
  return Number.isSafeInteger(count) && (count as number) > 0;
}

function writeMetrics({ usage, extra }: Step, own: UnknownObject): UnknownObject | null {
  const tokenIds = metricsOfTokenIds(extra);
  if (usage === null && Object.keys(tokenIds).length === 0) return null;
  const { promptTokens, completionTokens, cachedTokens, costUsd } = usage ?? unknownUsage;
  const whole = (count: number | null) => (Number.isSafeInteger(count) ? count : null);
  return compact({
    prompt_tokens: whole(promptTokens),
    completion_tokens: whole(completionTokens),
    cached_tokens: whole(cachedTokens),
    cost_usd: costUsd,
    ...tokenIds,
    extra: isObject(own.extra) ? own.extra : null,
  });
}

const unknownUsage: StepUsage = { promptTokens: null, completionTokens: null, cachedTokens: null, costUsd: null };
