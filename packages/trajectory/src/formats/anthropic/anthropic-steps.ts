import type { Observation, ToolCall } from "../../step.ts";
import { withUniqueIds } from "../chat/assistant-calls.ts";
import { contentText, otherParts } from "../chat/content-text.ts";
import { toolArguments } from "../chat/tool-arguments.ts";
import type { DraftStep } from "../draft-step.ts";
import { stepEdits } from "../edit-tools/step-edits.ts";
import { isObject, nameOrNull, type UnknownObject } from "../json-access.ts";
import type { AnthropicMessage } from "./anthropic-message.ts";

/** A message with what its log says of it: time, model, usage, marks. */
export interface LoggedMessage {
  readonly message: AnthropicMessage;
  readonly about: Partial<DraftStep>;
}

/**
 * The steps of a conversation in Anthropic's shape: each assistant message is a step, results go to the step with their
 * call. Several results may come in one user message, and text beside them: that is a step of its own.
 *
 * A result whose call is not there stays as a user step with `extra.orphanToolCallId`. A call without a result has none.
 */
export function anthropicSteps(messages: readonly LoggedMessage[]): DraftStep[] {
  const steps: DraftStep[] = [];
  const stepOfCall = new Map<string, DraftStep>();
  for (const { message, about } of messages) {
    if (message.role === "assistant") {
      const step = assistantStep(message, about);
      for (const call of step.toolCalls ?? []) stepOfCall.set(call.id, step);
      steps.push(step);
    } else if (message.role === "system") {
      steps.push({ ...about, source: "system", text: contentText(message.content) });
    } else steps.push(...userSteps(message, about, stepOfCall));
  }
  for (const step of steps)
    if (step.toolCalls !== undefined)
      step.edits = stepEdits(step.toolCalls, step.observations ?? [], step.workingDirectory ?? null);
  return steps;
}

function assistantStep(message: AnthropicMessage, about: Partial<DraftStep>): DraftStep {
  const blocks = blocksOf(message.content);
  const calls: ToolCall[] = [];
  const observations: Observation[] = [];
  const said: string[] = [];
  const thought: string[] = [];
  const others: unknown[] = [];
  for (const block of blocks) {
    if (block.type === "text") said.push(contentText([block]));
    else if (block.type === "thinking") thought.push(nameOrNull(block.thinking) ?? "");
    else if (block.type === "tool_use" || block.type === "server_tool_use" || block.type === "mcp_tool_use") {
      calls.push({
        id: nameOrNull(block.id) ?? "",
        name: nameOrNull(block.name) ?? "unknown",
        arguments: toolArguments(block.input),
      });
    } else if (typeof block.tool_use_id === "string") {
      // What the provider's own tools (web search, code execution) found comes inside the response.
      observations.push(resultOf(block, block.tool_use_id));
    } else others.push(block);
  }
  const toolCalls = withUniqueIds(calls);
  const ids = new Set(toolCalls.map((call) => call.id));
  const reasoning = thought.filter((text) => text !== "").join("\n\n");
  return {
    ...about,
    source: "agent",
    text: said.filter((text) => text !== "").join("\n"),
    reasoning: reasoning === "" ? null : reasoning,
    toolCalls,
    observations: observations.map((each) => (ids.has(each.callId ?? "") ? each : { ...each, callId: null })),
    extra: { ...about.extra, ...(others.length === 0 ? {} : { parts: others }) },
  };
}

function userSteps(
  message: AnthropicMessage,
  about: Partial<DraftStep>,
  stepOfCall: ReadonlyMap<string, DraftStep>,
): DraftStep[] {
  const steps: DraftStep[] = [];
  const rest: UnknownObject[] = [];
  for (const block of blocksOf(message.content)) {
    if (block.type !== "tool_result") {
      rest.push(block);
      continue;
    }
    const callId = nameOrNull(block.tool_use_id);
    const step = callId === null ? undefined : stepOfCall.get(callId);
    if (step === undefined) {
      const parts = otherParts(block.content);
      const extra = { ...about.extra, orphanToolCallId: callId, ...(parts === null ? {} : { parts }) };
      steps.push({ ...about, source: "user", text: contentText(block.content), extra });
    } else {
      step.observations?.push(resultOf(block, callId));
      const parts = otherParts(block.content);
      if (parts !== null) {
        const before = (step.extra?.observationParts as unknown[] | undefined) ?? [];
        step.extra = { ...step.extra, observationParts: [...before, ...parts] };
      }
    }
  }
  if (rest.length > 0) {
    const parts = otherParts(rest);
    const extra = { ...about.extra, ...(parts === null ? {} : { parts }) };
    steps.push({ ...about, source: "user", text: contentText(rest), extra });
  }
  return steps;
}

function blocksOf(content: unknown): UnknownObject[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  if (!Array.isArray(content)) return [];
  return content.map((block) => {
    if (isObject(block)) return block;
    return { type: "text", text: typeof block === "string" ? block : JSON.stringify(block) };
  });
}

function resultOf(block: UnknownObject, callId: string | null): Observation {
  const content = contentText(block.content);
  const exit = /^(?:Error: )?Exit code (\d{1,3})\b/.exec(content);
  return {
    callId,
    content,
    isError: typeof block.is_error === "boolean" ? block.is_error : null,
    exitCode: exit === null ? null : Number(exit[1]),
  };
}
