import type { ChatMessage } from "../../chat/chat-message.ts";
import { isObject, nameOrNull, type UnknownObject } from "../../json-access.ts";
import { structured } from "../attributes.ts";

/** Messages in the shape of the semantic conventions (`role` and `parts`) as an OpenAI chat; [] when `value` is none. */
export function conventionMessages(value: unknown): ChatMessage[] {
  const list = structured(value);
  return Array.isArray(list) ? list.map(structured).filter(isObject).flatMap(messagesOf) : [];
}

/** One message; results of several tools in one message are one message each, as OpenAI has them. */
function messagesOf(message: UnknownObject): ChatMessage[] {
  const role = nameOrNull(message.role) ?? "user";
  if (!Array.isArray(message.parts)) return [{ ...message, role: role === "model" ? "assistant" : role }];
  const content: unknown[] = [];
  const reasoning: string[] = [];
  const calls: unknown[] = [];
  const results: ChatMessage[] = [];
  for (const part of message.parts.map(structured).filter(isObject)) {
    const said = part.content ?? part.text;
    if (part.type === "text") content.push({ type: "text", text: textOf(said) });
    else if (part.type === "reasoning") reasoning.push(textOf(said));
    else if (part.type === "tool_call") {
      const written = part.arguments ?? {};
      calls.push({ id: part.id, function: { name: part.name, arguments: written } });
    } else if (part.type === "tool_call_response") {
      const answer = part.response ?? part.result ?? part.content;
      results.push({ role: "tool", tool_call_id: nameOrNull(part.id) ?? "", content: textOf(answer) });
    } else content.push(part);
  }
  const own: ChatMessage = {
    role: role === "model" ? "assistant" : role,
    content,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(reasoning.length === 0 ? {} : { reasoning_content: reasoning.join("\n\n") }),
  };
  const isOnlyResults = results.length > 0 && content.length === 0 && calls.length === 0 && reasoning.length === 0;
  return isOnlyResults ? results : [...results, own];
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** `gen_ai.system_instructions`: a list of parts. */
export function systemMessages(value: unknown): ChatMessage[] {
  const parts = structured(value);
  if (typeof parts === "string") return parts === "" ? [] : [{ role: "system", content: parts }];
  if (!Array.isArray(parts) || parts.length === 0) return [];
  const content = parts.map((part) => ({
    type: "text",
    text: isObject(part) ? textOf(part.content ?? part.text) : textOf(part),
  }));
  return [{ role: "system", content }];
}
