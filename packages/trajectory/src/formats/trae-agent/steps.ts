import type { Observation, StepUsage, ToolCall } from "../../step.ts";
import { withUniqueIds } from "../chat/assistant-calls.ts";
import { contentText } from "../chat/content-text.ts";
import { toolArguments } from "../chat/tool-arguments.ts";
import type { DraftStep } from "../draft-step.ts";
import { stepEdits } from "../edit-tools/step-edits.ts";
import { isoTime } from "../iso-time.ts";
import { compact, countOrNull, isObject, nameOrNull, type UnknownObject } from "../json-access.ts";
import type { AgentStep, Interaction } from "./raw.ts";

/** One turn for each step. Steps that only changed the agent's state, without an answer, are none. */
export function traeSteps(steps: readonly AgentStep[], calls: readonly Interaction[]): DraftStep[] {
  let answer = 0;
  return steps.flatMap((step) => {
    const response = step.llm_response ?? null;
    if (response === null && (step.tool_calls ?? []).length === 0 && nameOrNull(step.error) === null) return [];
    const listed = step.tool_calls ?? response?.tool_calls ?? [];
    const made = response === null && listed.length === 0;
    // The record of the call counts cached tokens, the step's copy of it does not.
    const call = calls[answer]?.response;
    const isOwn = (call?.content ?? "") === (response?.content ?? "");
    const usage = (isOwn ? call?.usage : null) ?? response?.usage;
    if (response !== null) answer += 1;
    const error = nameOrNull(step.error);
    return [
      turnOf(response?.content ?? (made ? (error ?? "") : ""), listed, step.tool_results ?? [], {
        timestamp: isoTime(step.timestamp),
        model: nameOrNull(response?.model),
        usage: usageOf(usage),
        // An error without an answer is the program's own word.
        marks: made ? ["synthetic"] : [],
        extra: compact({
          reflection: nameOrNull(step.reflection),
          error: made ? null : error,
          state: nameOrNull(step.state),
        }) as Record<string, unknown>,
      }),
    ];
  });
}

/** The turns of a run from its model calls alone: the results of a call are in the messages of the next one. */
export function interactionSteps(calls: readonly Interaction[]): DraftStep[] {
  return calls.flatMap((call, at) => {
    const { response } = call;
    if (response === null || response === undefined) return [];
    const results = (calls[at + 1]?.input_messages ?? []).flatMap(resultsIn);
    return [
      turnOf(response.content ?? "", response.tool_calls ?? [], results, {
        timestamp: isoTime(call.timestamp),
        model: nameOrNull(response.model) ?? nameOrNull(call.model),
        usage: usageOf(response.usage),
      }),
    ];
  });
}

function turnOf(
  text: string,
  listed: readonly UnknownObject[],
  results: readonly UnknownObject[],
  more: Partial<DraftStep>,
): DraftStep {
  const toolCalls: ToolCall[] = withUniqueIds(
    listed.map((call) => ({
      id: nameOrNull(call.call_id) ?? nameOrNull(call.id) ?? "",
      name: nameOrNull(call.name) ?? "unknown",
      arguments: toolArguments(call.arguments),
    })),
  );
  const ids = new Set(toolCalls.map(({ id }) => id));
  const observations = results.flatMap((result): Observation[] => {
    const callId = nameOrNull(result.call_id);
    if (callId !== null && !ids.has(callId)) return [];
    const error = nameOrNull(result.error);
    const said = nameOrNull(result.result);
    const content = [said, error].filter((each) => each !== null).join("\n");
    return [{ callId, content, isError: typeof result.success === "boolean" ? !result.success : null, exitCode: null }];
  });
  return { source: "agent", text, toolCalls, observations, edits: stepEdits(toolCalls, observations), ...more };
}

/** Tool results inside a message of the prompt, by clients that send them as such. */
function resultsIn({ role, content, ...message }: UnknownObject): UnknownObject[] {
  if (isObject(message.tool_result)) return [message.tool_result];
  if (role !== "tool") return [];
  return [{ call_id: message.tool_call_id ?? message.call_id, result: contentText(content) }];
}

/** Prompt tokens include those read from and written to the cache, which the agent counts apart. */
function usageOf(usage: UnknownObject | null | undefined): StepUsage | null {
  if (usage === null || usage === undefined) return null;
  const input = countOrNull(usage.input_tokens);
  const read = countOrNull(usage.cache_read_input_tokens);
  const written = countOrNull(usage.cache_creation_input_tokens);
  return {
    promptTokens: input === null ? null : input + (read ?? 0) + (written ?? 0),
    completionTokens: countOrNull(usage.output_tokens),
    cachedTokens: read,
    costUsd: null,
  };
}
