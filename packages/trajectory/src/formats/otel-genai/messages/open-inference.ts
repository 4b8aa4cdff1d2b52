import type { ChatMessage } from "../../chat/chat-message.ts";
import { isObject, nameOrNull, objectAt, type UnknownObject } from "../../json-access.ts";
import { indexed } from "../attributes.ts";

/** OpenInference's messages: `llm.input_messages.0.message.role`, `….message.tool_calls.0.tool_call.function.name`, … */
export function openInferenceMessages(attributes: UnknownObject, prefix: string): ChatMessage[] {
  return indexed(attributes, prefix).map((entry): ChatMessage => {
    const message = objectAt(entry, "message");
    const contents = Array.isArray(message.contents) ? message.contents.filter(isObject) : [];
    const calls = (Array.isArray(message.tool_calls) ? message.tool_calls.filter(isObject) : []).map((call) => {
      const { id, function: called } = objectAt(call, "tool_call");
      return { id, function: called };
    });
    return {
      role: nameOrNull(message.role) ?? "user",
      content:
        contents.length > 0
          ? contents.map((each) => partOf(objectAt(each, "message_content")))
          : (message.content ?? ""),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
      ...(typeof message.tool_call_id === "string" ? { tool_call_id: message.tool_call_id } : {}),
      ...(typeof message.name === "string" ? { name: message.name } : {}),
    };
  });
}

function partOf(content: UnknownObject): unknown {
  return typeof content.text === "string" ? { type: "text", text: content.text } : content;
}
