import type { ChatMessage } from "./chat-message.ts";
import { contentText } from "./content-text.ts";

/**
 * How a run's agent writes its commands: as structured calls or `<function=…>` text (`tags`), in the last fenced block of
 * its text (`fenced`, SWE-agent), or in the only one (`single-fenced`, mini-swe-agent).
 */
export type TextProtocol = "tags" | "fenced" | "single-fenced";

/** Tells the protocol of a chat by its first exchanges: fenced only where replies look like those of such a harness. */
export function textProtocol(messages: readonly ChatMessage[]): TextProtocol {
  let exchanges = 0;
  for (let at = 0; at + 1 < messages.length && exchanges < 4; at += 1) {
    const message = messages[at];
    if (message?.role !== "assistant") continue;
    exchanges += 1;
    if (Array.isArray(message.tool_calls) && message.tool_calls.length > 0) return "tags";
    const text = contentText(message.content);
    if (text.includes("<function=")) return "tags";
    const next = messages[at + 1];
    if (next?.role !== "user" || !text.includes("```")) continue;
    const reply = contentText(next.content).slice(0, 80);
    if (/^\s*<returncode>/.test(reply)) return "single-fenced";
    if (/^\s*(?:OBSERVATION:|EXECUTION RESULT of \[)/.test(reply)) return "fenced";
  }
  return "tags";
}
