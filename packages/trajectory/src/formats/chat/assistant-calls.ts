import type { ToolCall } from "../../step.ts";
import { isObject, nameOrNull } from "../json-access.ts";
import type { ChatMessage } from "./chat-message.ts";
import { toolArguments } from "./tool-arguments.ts";

/** The structured tool calls of an assistant's message, in order: `tool_calls`, or the legacy `function_call`. */
export function assistantCalls(message: ChatMessage): ToolCall[] {
  const listed = message.tool_calls;
  if (Array.isArray(listed) && listed.length > 0) return withUniqueIds(listed.map(toolCall));
  const legacy = message.function_call;
  if (!isObject(legacy)) return [];
  return withUniqueIds([
    { id: "", name: nameOrNull(legacy.name) ?? "unknown", arguments: toolArguments(legacy.arguments) },
  ]);
}

/** Gives a call without an id, or with one that an earlier call of the step has, an id of its own: `call-<position>`. */
export function withUniqueIds(calls: readonly ToolCall[]): ToolCall[] {
  const taken = new Set<string>();
  return calls.map((call, position) => {
    let id = call.id;
    for (let attempt = position + 1; id === "" || taken.has(id); attempt += 1) id = `call-${attempt}`;
    taken.add(id);
    return id === call.id ? call : { ...call, id };
  });
}

function toolCall(entry: unknown): ToolCall {
  if (!isObject(entry)) return { id: "", name: "unknown", arguments: toolArguments(entry) };
  const id = nameOrNull(entry.id) ?? "";
  const custom = entry.custom;
  if (isObject(custom))
    return { id, name: nameOrNull(custom.name) ?? "unknown", arguments: { input: custom.input ?? "" } };
  const called = isObject(entry.function) ? entry.function : entry;
  return { id, name: nameOrNull(called.name) ?? "unknown", arguments: toolArguments(called.arguments) };
}
