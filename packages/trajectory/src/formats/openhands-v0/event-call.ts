import type { ToolCall } from "../../step.ts";
import { assistantCalls } from "../chat/assistant-calls.ts";
import { contentText } from "../chat/content-text.ts";
import { nameOrNull, objectAt, type UnknownObject, unusedEntries } from "../json-access.ts";
import type { Event } from "./raw.ts";

/** The model's message behind an event; empty when the event does not carry it. */
export function modelMessage(event: Event): UnknownObject {
  const choices = event.tool_call_metadata?.model_response?.choices;
  return objectAt(Array.isArray(choices) ? choices[0] : null, "message");
}

/** What the agent said with an action: the model's own text, else the action's `thought`. */
export function saidWith(event: Event): string {
  const text = contentText(modelMessage(event).content);
  return text !== "" ? text : (nameOrNull(actionArguments(event).thought) ?? "");
}

/** The tool call behind an action: as the model wrote it, else made from the action itself. */
export function eventCall(event: Event): ToolCall {
  const metadata = event.tool_call_metadata;
  const id = metadata?.tool_call_id ?? "";
  const written = assistantCalls({ role: "assistant", ...modelMessage(event) }).find((call) => call.id === id);
  if (written !== undefined) return written;
  const action = event.action ?? "unknown";
  return {
    id,
    name: nameOrNull(metadata?.function_name) ?? toolOfAction[action] ?? action,
    arguments: unusedEntries(actionArguments(event), notArguments),
  };
}

/** An action's arguments; in the oldest logs they stand beside `action`. */
export function actionArguments(event: Event): UnknownObject {
  return event.args ?? unusedEntries(event, eventKeys);
}

const toolOfAction: Readonly<Record<string, string>> = { run: "execute_bash", run_ipython: "execute_ipython_cell" };
const eventKeys = new Set([
  "id",
  "timestamp",
  "source",
  "message",
  "action",
  "cause",
  "timeout",
  "tool_call_metadata",
  "llm_metrics",
]);
const notArguments = new Set([
  "thought",
  "confirmation_state",
  "is_confirmed",
  "action_risk",
  "security_risk",
  "hidden",
  "keep_prompt",
  "kernel_init_code",
  "impl_source",
  "blocking",
  "is_static",
]);
