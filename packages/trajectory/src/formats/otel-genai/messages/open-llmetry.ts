import type { ChatMessage } from "../../chat/chat-message.ts";
import { isObject, nameOrNull, type UnknownObject } from "../../json-access.ts";
import { indexed, structured } from "../attributes.ts";

/** OpenLLMetry's messages: `gen_ai.prompt.0.role`, `gen_ai.completion.0.tool_calls.0.arguments`, … */
export function openLlmetryMessages(attributes: UnknownObject, prefix: string, role: string): ChatMessage[] {
  return indexed(attributes, prefix).map((message): ChatMessage => {
    const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isObject) : [];
    const content = structured(message.content);
    const isParts = Array.isArray(content);
    return {
      role: nameOrNull(message.role) ?? role,
      content: isParts ? content : (message.content ?? ""),
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map(({ id, name, arguments: written }) => ({
              id,
              function: { name, arguments: written },
            })),
          }),
      ...(typeof message.tool_call_id === "string" ? { tool_call_id: message.tool_call_id } : {}),
      ...(typeof message.reasoning === "string" ? { reasoning_content: message.reasoning } : {}),
    };
  });
}
