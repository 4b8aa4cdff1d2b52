import { isObject, type UnknownObject } from "../json-access.ts";

/** Lines that may stand before a session's first message, or among its messages, and say nothing of the run. */
const otherTypes: ReadonlySet<string> = new Set([
  "progress",
  "system",
  "summary",
  "file-history-snapshot",
  "queue-operation",
  "attachment",
  "pr-link",
  "custom-title",
  "agent-name",
  "last-prompt",
  "mode",
]);

/** True for a line of a session file. Headless runs print nearly the same lines, with `session_id`: another format. */
export function isSessionLine(record: unknown): record is UnknownObject {
  if (!isObject(record) || "session_id" in record || "payload" in record) return false;
  const { type } = record;
  if (type === "user" || type === "assistant") {
    return "message" in record && ("timestamp" in record || "uuid" in record || "sessionId" in record);
  }
  if (typeof type === "string") {
    if (!otherTypes.has(type)) return "sessionId" in record && "uuid" in record;
    return ["sessionId", "uuid", "leafUuid", "messageId", "snapshot", "attachment"].some((key) => key in record);
  }
  return typeof record.sessionId === "string" && isObject(record.message) && "timestamp" in record;
}

/** True for a line that has a place in the conversation: a message, or a link of the chain between messages. */
export function isPartOfSession(line: UnknownObject): boolean {
  return isObject(line.message) || typeof line.uuid === "string" || line.type === "attachment";
}

/** What a user line is when the user did not type it; null when he did. */
export function userLineKind(text: string): "command" | "command-output" | "interruption" | null {
  const start = text.trimStart().slice(0, 80);
  if (/^<command-(?:name|message|args)>/.test(start)) return "command";
  if (/^<(?:local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr))>/.test(start)) return "command-output";
  if (/^\[Request interrupted by user/.test(start)) return "interruption";
  return null;
}
