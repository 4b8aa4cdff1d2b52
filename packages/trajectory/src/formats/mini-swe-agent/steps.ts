import type { ChatMessage } from "../chat/chat-message.ts";
import { chatSteps } from "../chat/chat-steps.ts";
import { contentText } from "../chat/content-text.ts";
import type { DraftStep } from "../draft-step.ts";
import { stepEdits } from "../edit-tools/step-edits.ts";
import { isoTime } from "../iso-time.ts";
import { countOrNull, integerOrNull, isObject, nameOrNull, objectAt } from "../json-access.ts";

/**
 * The steps of a run. Replies follow their command as user or tool messages; `role: "exit"` closes the run and is no step
 * of the agent. A reply's exit status, time and raw output are in its `extra`.
 */
export function miniSweAgentSteps(messages: readonly ChatMessage[]): DraftStep[] {
  const steps: DraftStep[] = [];
  // Each exchange is converted on its own, so that what a message's `extra` says can be laid onto its step.
  for (let at = 0; at < messages.length; ) {
    const exchange = exchangeAt(messages, at);
    const [head, ...replies] = exchange;
    const converted = chatSteps(exchange.map(asChat), "single-fenced");
    const [step, ...others] = converted;
    if (step !== undefined && head !== undefined) steps.push(withMessageFacts(step, head, replies));
    steps.push(...others);
    at += exchange.length;
  }
  return steps;
}

/** One message; for an assistant's with a command also the replies to it. */
function exchangeAt(messages: readonly ChatMessage[], at: number): readonly ChatMessage[] {
  const head = messages[at] as ChatMessage;
  if (head.role !== "assistant") return [head];
  let end = at + 1;
  const calls = Array.isArray(head.tool_calls) ? head.tool_calls.length : 0;
  if (calls > 0) while (messages[end]?.role === "tool") end += 1;
  else if (messages[end]?.role === "user" && !isFormatError(messages[end] as ChatMessage)) end += 1;
  return messages.slice(at, end);
}

function isFormatError(message: ChatMessage): boolean {
  return objectAt(message.extra).interrupt_type === "FormatError";
}

/** The closing `exit` message is shown as the user's: it is what the harness said last. */
function asChat(message: ChatMessage): ChatMessage {
  return message.role === "exit" ? { ...message, role: "user" } : message;
}

function withMessageFacts(step: DraftStep, head: ChatMessage, replies: readonly ChatMessage[]): DraftStep {
  const facts = objectAt(head.extra);
  const response = objectAt(facts, "response");
  const usage = objectAt(response, "usage");
  const timed: DraftStep = { ...step, timestamp: isoTime(facts.timestamp) ?? isoTime(response.created) };
  if (head.role === "exit") return { ...timed, marks: [], extra: { ...step.extra, role: "exit" } };
  if (isFormatError(head)) return { ...timed, extra: { ...step.extra, interruptType: "FormatError" } };
  if (head.role !== "assistant") return timed;
  timed.model = nameOrNull(response.model);
  const costUsd = countOrNull(facts.cost);
  if (costUsd !== null || Object.keys(usage).length > 0) {
    timed.usage = {
      promptTokens: countOrNull(usage.prompt_tokens),
      completionTokens: countOrNull(usage.completion_tokens),
      cachedTokens: countOrNull(objectAt(usage, "prompt_tokens_details").cached_tokens),
      costUsd,
    };
  }
  const rawOutputs = replies.flatMap((reply) => cutOutput(reply) ?? []);
  const exceptions = replies.flatMap((reply) => objectAt(reply.extra).exception_info ?? []);
  timed.extra = {
    ...step.extra,
    ...(rawOutputs.length === 0 ? {} : { rawOutputs }),
    ...(exceptions.length === 0 ? {} : { exceptions }),
  };
  timed.observations = (step.observations ?? []).map((observation, position) => {
    const named = replies.find((each) => observation.callId !== null && each.tool_call_id === observation.callId);
    const reply = objectAt((named ?? replies[position])?.extra);
    const exception = nameOrNull(reply.exception_info) ?? (isObject(reply.exception_info) ? "exception" : null);
    return {
      ...observation,
      exitCode: integerOrNull(reply.returncode) ?? observation.exitCode,
      isError: exception === null ? observation.isError : true,
    };
  });
  timed.edits = stepEdits(timed.toolCalls ?? [], timed.observations);
  return timed;
}

/** A command's whole output where the message shows only its head and tail, else null. */
function cutOutput(reply: ChatMessage): string | null {
  const output = objectAt(reply.extra).raw_output;
  if (typeof output !== "string" || contentText(reply.content).includes(output.trim())) return null;
  return output;
}

/** The unified diff that the last command printed after the line that submits; null when the run did not submit. */
export function submittedPatch(messages: readonly ChatMessage[]): string | null {
  const last = messages.at(-1);
  const before = messages.at(-2);
  if (last === undefined || before?.role !== "assistant" || last.role === "assistant") return null;
  if (!/(?:COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MICRO_SWE_AGENT_FINAL_OUTPUT)/.test(contentText(before.content)))
    return null;
  const text = contentText(last.content);
  return text.startsWith("diff --git ") ? text : text.trim() === "" ? "" : null;
}
