import type { Observation, ToolCall } from "../../step.ts";
import { withUniqueIds } from "../chat/assistant-calls.ts";
import { contentText, otherParts } from "../chat/content-text.ts";
import { toolArguments } from "../chat/tool-arguments.ts";
import type { DraftStep } from "../draft-step.ts";
import { stepEdits } from "../edit-tools/step-edits.ts";
import { isoTime } from "../iso-time.ts";
import { compact, isObject, nameOrNull, objectAt, type UnknownObject } from "../json-access.ts";
import type { V1Event } from "./raw.ts";

/** The steps of a conversation and what its last failure was. */
export interface V1Steps {
  readonly steps: DraftStep[];
  /** Code of a `ConversationErrorEvent`; null when there was none. */
  readonly error: string | null;
}

/**
 * Calls of one response (`llm_response_id`) are one step, whose thought only the first of them carries. Observations, errors
 * of the agent and refusals of the user answer the call that they name; without it they stay as user steps.
 */
export function eventSteps(events: readonly V1Event[], startFolder: string | null): V1Steps {
  const steps: DraftStep[] = [];
  const stepOfResponse = new Map<string, DraftStep>();
  const stepOfCall = new Map<string, DraftStep>();
  let workingDirectory = startFolder;
  let error: string | null = null;

  const answer = (event: V1Event, reply: Omit<Observation, "callId">, parts: readonly unknown[] | null): void => {
    const callId = nameOrNull(event.tool_call_id);
    const step = callId === null ? undefined : stepOfCall.get(callId);
    if (step === undefined) {
      const extra = compact({ orphanToolCallId: callId ?? "", toolName: event.tool_name, parts });
      steps.push({ source: "user", text: reply.content, timestamp: isoTime(event.timestamp), extra: { ...extra } });
      return;
    }
    step.observations?.push({ callId, ...reply });
    if (parts !== null) step.extra = { ...step.extra, observationParts: parts };
  };

  for (const event of events) {
    const timestamp = isoTime(event.timestamp);
    switch (event.kind) {
      case "SystemPromptEvent": {
        const text = [event.system_prompt, event.dynamic_context].flatMap((part) => contentText(part ? [part] : []));
        steps.push({ source: "system", text: text.filter((each) => each !== "").join("\n\n"), timestamp });
        break;
      }
      case "MessageEvent":
        steps.push(messageStep(event));
        break;
      case "ActionEvent": {
        const responseId = nameOrNull(event.llm_response_id);
        let step = responseId === null ? undefined : stepOfResponse.get(responseId);
        if (step === undefined) {
          step = { ...saidIn(event), toolCalls: [], observations: [], timestamp, workingDirectory };
          steps.push(step);
          if (responseId !== null) stepOfResponse.set(responseId, step);
        }
        addCall(step, callOf(event), nameOrNull(event.tool_call_id), stepOfCall);
        break;
      }
      case "ObservationEvent": {
        const observation = objectAt(event, "observation");
        const content = observation.content ?? observation.output ?? "";
        const code = exitCodeOf(observation);
        const isError = typeof observation.is_error === "boolean" ? observation.is_error : null;
        answer(event, { content: contentText(content), isError, exitCode: code }, otherParts(content));
        workingDirectory = nameOrNull(objectAt(observation, "metadata").working_dir) ?? workingDirectory;
        break;
      }
      case "AgentErrorEvent":
        answer(event, { content: nameOrNull(event.error) ?? "", isError: true, exitCode: null }, null);
        break;
      case "UserRejectObservation":
        answer(
          event,
          { content: nameOrNull(event.rejection_reason) ?? "rejected", isError: true, exitCode: null },
          null,
        );
        break;
      case "ACPToolCallEvent":
        addForeignCall(steps, stepOfCall, event, workingDirectory);
        break;
      case "Condensation":
      case "CondensationSummaryEvent": {
        const forgotten = Array.isArray(event.forgotten_event_ids) ? event.forgotten_event_ids.length : null;
        const extra = { ...compact({ forgottenEvents: forgotten }) };
        steps.push({
          source: "user",
          text: nameOrNull(event.summary) ?? "",
          marks: ["condensation"],
          timestamp,
          extra,
        });
        break;
      }
      case "ConversationErrorEvent":
        error = nameOrNull(event.code) ?? nameOrNull(event.detail) ?? "error";
        steps.push({ source: "agent", text: nameOrNull(event.detail) ?? error, marks: ["synthetic"], timestamp });
        break;
      case "TokenEvent":
        addTokenIds(steps, event);
        break;
    }
  }
  for (const step of steps) {
    if (step.toolCalls === undefined) continue;
    step.edits = stepEdits(step.toolCalls, step.observations ?? [], step.workingDirectory ?? null);
  }
  return { steps, error };
}

function messageStep(event: V1Event): DraftStep {
  const message = objectAt(event, "llm_message");
  const isAgent = event.source === "agent" && message.role !== "user";
  const added = Array.isArray(event.extended_content) ? contentText(event.extended_content) : "";
  const content = contentText(message.content);
  const text = [content, added].filter((each) => each !== "").join("\n\n");
  const parts = otherParts(message.content);
  const extra = parts === null ? {} : { parts };
  if (!isAgent) return { source: "user", text, timestamp: isoTime(event.timestamp), extra };
  return { source: "agent", timestamp: isoTime(event.timestamp), extra, ...withoutThinking(text, message) };
}

function saidIn(event: V1Event): Pick<DraftStep, "source" | "text" | "reasoning"> {
  return { source: "agent", ...withoutThinking(contentText(event.thought), event) };
}

/** Models whose server does not split their output repeat their reasoning in the text, between `<think>` and `</think>`. */
function withoutThinking(text: string, { reasoning_content, thinking_blocks }: UnknownObject) {
  const blocks = Array.isArray(thinking_blocks) ? thinking_blocks.filter(isObject) : [];
  const thought = blocks.flatMap((block) => nameOrNull(block.thinking) ?? []).join("\n\n");
  const [, inText, rest = ""] = /^\s*<think>([\s\S]*?)<\/think>\s*([\s\S]*)$/.exec(text) ?? [];
  const reasoning = nameOrNull(reasoning_content) ?? nameOrNull(thought) ?? nameOrNull(inText);
  return { text: inText === undefined ? text : rest, reasoning };
}

/** The arguments as the model wrote them; those of the parsed action where they are not on record. */
function callOf(event: V1Event): ToolCall {
  const { name, arguments: written } = objectAt(event, "tool_call");
  const { kind: _, ...action } = objectAt(event, "action");
  return {
    id: nameOrNull(event.tool_call_id) ?? "",
    name: nameOrNull(event.tool_name) ?? nameOrNull(name) ?? "unknown",
    arguments: written === undefined || written === null ? action : toolArguments(written),
  };
}

function addCall(step: DraftStep, call: ToolCall, callId: string | null, stepOfCall: Map<string, DraftStep>): void {
  step.toolCalls = withUniqueIds([...(step.toolCalls ?? []), call]);
  if (callId !== null) stepOfCall.set(callId, step);
}

/** A call of an agent behind the Agent Client Protocol: it is told again at each change, the last one counts. */
function addForeignCall(
  steps: DraftStep[],
  stepOfCall: Map<string, DraftStep>,
  event: V1Event,
  workingDirectory: string | null,
): void {
  const id = nameOrNull(event.tool_call_id) ?? "";
  let step = stepOfCall.get(id);
  if (step === undefined) {
    step = { source: "agent", timestamp: isoTime(event.timestamp), workingDirectory, toolCalls: [], observations: [] };
    steps.push(step);
    stepOfCall.set(id, step);
  }
  const name = nameOrNull(event.tool_kind) ?? nameOrNull(event.title) ?? "unknown";
  const callId = id === "" ? "call-1" : id;
  step.toolCalls = [{ id: callId, name, arguments: toolArguments(event.raw_input) }];
  const output = event.raw_output ?? event.content;
  const isEnded = event.status === "completed" || event.status === "failed";
  if (!isEnded) return;
  const content =
    typeof output === "string" ? output : output === null || output === undefined ? "" : contentText(output);
  step.observations = [
    { callId, content, isError: event.status === "failed" || event.is_error === true, exitCode: null },
  ];
}

function exitCodeOf(observation: UnknownObject): number | null {
  const code = observation.exit_code ?? objectAt(observation, "metadata").exit_code;
  // -1 stands for a command that is still running.
  return Number.isSafeInteger(code) && (code as number) >= 0 ? (code as number) : null;
}

function addTokenIds(steps: readonly DraftStep[], event: V1Event): void {
  const last = steps.findLast((step) => step.source === "agent");
  if (last === undefined) return;
  const tokenIds = compact({ prompt: event.prompt_token_ids, completion: event.response_token_ids });
  last.extra = { ...last.extra, tokenIds };
}
