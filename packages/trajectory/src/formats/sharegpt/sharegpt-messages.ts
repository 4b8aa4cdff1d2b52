import type { ChatMessage } from "../chat/chat-message.ts";
import { fencedTextCall, functionTextCall } from "../chat/text-call.ts";
import { isObject, parsedOrNull, unusedEntries } from "../json-access.ts";
import type { ShareGptTurn } from "./raw.ts";

/**
 * The turns as messages of an OpenAI chat. A `function_call` turn is JSON (one call or a list of them), `<function=…>` text,
 * or a fenced command; an `observation` answers the calls before it.
 */
export function shareGptMessages(turns: readonly ShareGptTurn[], system: string | null): readonly ChatMessage[] {
  const messages = turns.map((turn) => {
    const role = turn.from ?? turn.role ?? "user";
    const content = turn.from === null || turn.from === undefined ? turn.content : (turn.value ?? "");
    const rest = unusedEntries(turn, new Set(["from", "value", "role", "content"]));
    if (role === "function_call") return { ...rest, ...callMessage(String(content ?? "")) };
    return { ...rest, role: roles.get(role) ?? role, content: content ?? "" };
  });
  return system === null || system === "" ? messages : [{ role: "system", content: system }, ...messages];
}

const roles: ReadonlyMap<string, string> = new Map([
  ["human", "user"],
  ["gpt", "assistant"],
  ["chatgpt", "assistant"],
  ["bing", "assistant"],
  ["bard", "assistant"],
  ["observation", "tool"],
  ["function_response", "tool"],
]);

function callMessage(value: string): ChatMessage {
  const think = /^\s*<think>([\s\S]*?)<\/think>\s*/.exec(value);
  const body = think === null ? value : value.slice(think[0].length);
  const parsed = parsedOrNull(body.trim());
  const listed = (Array.isArray(parsed) ? parsed : [parsed]).filter(isObject);
  const isCalls = listed.length > 0 && listed.every((call) => typeof call.name === "string");
  if (isCalls) {
    return {
      role: "assistant",
      content: "",
      ...(think === null ? {} : { reasoning_content: (think[1] ?? "").trim() }),
      tool_calls: listed.map((call) => ({ id: "", function: { name: call.name, arguments: call.arguments } })),
    };
  }
  const written = functionTextCall(value) === null ? fencedTextCall(value) : null;
  if (written === null) return { role: "assistant", content: value };
  return {
    role: "assistant",
    content: written.thought,
    tool_calls: [{ id: "", function: { name: written.name, arguments: written.arguments } }],
  };
}
