import type { ToolCall } from "../../step.ts";
import type { DraftStep } from "../draft-step.ts";
import { nameOrNull } from "../json-access.ts";
import { addEdits } from "../swe-agent/add-edits.ts";
import { assistantCalls, withUniqueIds } from "./assistant-calls.ts";
import type { ChatMessage } from "./chat-message.ts";
import { contentText, otherParts } from "./content-text.ts";
import { exitCodeOf } from "./exit-code.ts";
import { fencedTextCall, functionTextCall, singleFencedTextCall, type TextCall } from "./text-call.ts";
import { type TextProtocol, textProtocol } from "./text-protocol.ts";

/**
 * The steps of an OpenAI-like chat: every message becomes a step, or an observation of the agent step that it answers.
 *
 * Calls are read from `tool_calls`, from the legacy `function_call`, or from the text; in the last case `extra.response`
 * keeps the whole text. A tool's message that answers no call stays as a user step with `extra.orphanToolCallId`. A message of
 * the agent with `weight` 0 is marked as a demonstration.
 */
export function chatSteps(
  messages: readonly ChatMessage[],
  protocol: TextProtocol = textProtocol(messages),
): DraftStep[] {
  const steps: DraftStep[] = [];
  const stepOfCall = new Map<string, DraftStep>();
  for (const message of messages) {
    const last = steps.at(-1);
    if (message.role === "assistant") {
      const step = agentStep(message, protocol);
      for (const call of step.toolCalls ?? []) stepOfCall.set(call.id, step);
      steps.push(step);
    } else if (message.role === "tool" || message.role === "function") {
      const step = addToolReply(message, stepOfCall, last);
      if (step !== null) steps.push(step);
    } else if (message.role === "user" && isAwaitingText(last)) {
      addObservation(last, last.toolCalls?.[0]?.id ?? null, message);
    } else steps.push(plainStep(message));
  }
  addEdits(steps);
  return steps;
}

function agentStep(message: ChatMessage, protocol: TextProtocol): DraftStep {
  const content = contentText(message.content);
  const step: DraftStep = { source: "agent", text: content, observations: [], extra: messageExtra(message) };
  const reasoning = nameOrNull(message.reasoning_content) ?? nameOrNull(message.reasoning);
  if (reasoning !== null) step.reasoning = reasoning;
  // OpenAI's fine-tuning leaves such messages out of the loss.
  if (message.weight === 0) step.marks = ["demonstration"];
  const calls = assistantCalls(message);
  if (calls.length > 0) return { ...step, toolCalls: calls };
  const written = functionTextCall(content) ?? fencedCall[protocol](content);
  if (written === null) return step;
  const toolCalls: ToolCall[] = withUniqueIds([{ id: "", name: written.name, arguments: written.arguments }]);
  return { ...step, text: written.thought, toolCalls, extra: { ...step.extra, response: content } };
}

const fencedCall: Readonly<Record<TextProtocol, (text: string) => TextCall | null>> = {
  tags: () => null,
  fenced: fencedTextCall,
  "single-fenced": singleFencedTextCall,
};

/** Attaches a tool's message to the step with its call. Returns a step of its own when no step has it. */
function addToolReply(
  message: ChatMessage,
  stepOfCall: ReadonlyMap<string, DraftStep>,
  last: DraftStep | undefined,
): DraftStep | null {
  const callId = nameOrNull(message.tool_call_id);
  if (callId !== null) {
    const step = stepOfCall.get(callId);
    if (step === undefined)
      return { ...plainStep(message), extra: { ...messageExtra(message), orphanToolCallId: callId } };
    addObservation(step, callId, message);
    return null;
  }
  if (last?.source !== "agent")
    return { ...plainStep(message), extra: { ...messageExtra(message), orphanToolCallId: null } };
  const answered = new Set(last.observations?.map((each) => each.callId));
  const open = last.toolCalls?.filter((call) => !answered.has(call.id)) ?? [];
  const named = open.find((call) => call.name === message.name);
  addObservation(last, (named ?? open[0])?.id ?? null, message);
  return null;
}

function addObservation(step: DraftStep, callId: string | null, message: ChatMessage): void {
  const content = contentText(message.content);
  step.observations?.push({ callId, content, isError: null, exitCode: exitCodeOf(content) });
  const parts = otherParts(message.content);
  if (parts !== null)
    step.extra = {
      ...step.extra,
      observationParts: [...((step.extra?.observationParts as unknown[]) ?? []), ...parts],
    };
}

/** True for an agent step whose call was written in its text and has no reply yet: the next user message is the reply. */
function isAwaitingText(step: DraftStep | undefined): step is DraftStep {
  return step?.source === "agent" && step.extra?.response !== undefined && step.observations?.length === 0;
}

function plainStep(message: ChatMessage): DraftStep {
  const isSystem = message.role === "system" || message.role === "developer";
  return { source: isSystem ? "system" : "user", text: contentText(message.content), extra: messageExtra(message) };
}

/** What a message holds beyond role, text and calls: an unusual role, parts that are no text. */
function messageExtra(message: ChatMessage): Record<string, unknown> {
  const extra: Record<string, unknown> = {};
  if (!usualRoles.has(message.role)) extra.role = message.role;
  const parts = otherParts(message.content);
  if (parts !== null) extra.parts = parts;
  return extra;
}

const usualRoles: ReadonlySet<string> = new Set(["system", "user", "assistant"]);
