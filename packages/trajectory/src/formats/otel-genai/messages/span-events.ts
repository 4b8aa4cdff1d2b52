import type { ChatMessage } from "../../chat/chat-message.ts";
import { isObject, nameOrNull, objectAt, type UnknownObject } from "../../json-access.ts";
import { structured } from "../attributes.ts";
import type { Span } from "../span.ts";
import { conventionMessages, systemMessages } from "./semantic-conventions.ts";

/** Input and output of one response. */
export interface Exchange {
  readonly input: readonly ChatMessage[];
  readonly output: readonly ChatMessage[];
}

/** Messages in the events of a span, where instrumentations of 2024 and 2025 put them; empty when there are none. */
export function eventMessages(events: Span["events"]): Exchange {
  const input: ChatMessage[] = [];
  const output: ChatMessage[] = [];
  for (const { name, attributes } of events) {
    if (name === "gen_ai.client.inference.operation.details") {
      input.push(...systemMessages(attributes["gen_ai.system_instructions"]));
      input.push(...conventionMessages(attributes["gen_ai.input.messages"]));
      output.push(...conventionMessages(attributes["gen_ai.output.messages"]));
    } else if (name === "gen_ai.content.prompt") input.push(...conventionMessages(attributes["gen_ai.prompt"]));
    else if (name === "gen_ai.content.completion") output.push(...conventionMessages(attributes["gen_ai.completion"]));
    else if (name === "gen_ai.choice") output.push(chatMessage(choiceOf(attributes), "assistant"));
    else {
      const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1];
      if (role !== undefined) input.push(chatMessage(attributes, role));
    }
  }
  return { input, output };
}

function choiceOf(attributes: UnknownObject): UnknownObject {
  const body = structured(attributes["gen_ai.event.content"]);
  const message = structured(attributes.message ?? objectAt(body).message);
  if (isObject(message)) return message;
  return typeof message === "string" ? { ...attributes, content: message } : attributes;
}

function chatMessage(attributes: UnknownObject, role: string): ChatMessage {
  const body = structured(attributes["gen_ai.event.content"]);
  const said: UnknownObject = isObject(body) ? body : attributes;
  const content = structured(said.content);
  const calls = structured(said.tool_calls);
  return {
    role: nameOrNull(said.role) ?? role,
    content: Array.isArray(content) ? content : (said.content ?? ""),
    ...(Array.isArray(calls) && calls.length > 0 ? { tool_calls: calls.map(structured) } : {}),
    ...(role === "tool" ? { tool_call_id: nameOrNull(said.id) ?? nameOrNull(said.tool_call_id) ?? "" } : {}),
  };
}
