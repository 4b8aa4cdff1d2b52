import { isObject, nameOrNull, type UnknownObject } from "../json-access.ts";
import type { CodexRecord } from "./raw.ts";

/** One entry of a rollout, whatever the generation of its file. */
export interface CodexEntry {
  /** `meta`: of the session. `context`: of a turn. `item`: what the model got or gave. `event`: what the interface saw. */
  readonly kind: "meta" | "context" | "item" | "event" | "compacted" | "other";
  readonly timestamp: string | null;
  readonly payload: UnknownObject;
}

const kindOfType: Readonly<Record<string, CodexEntry["kind"]>> = {
  session_meta: "meta",
  turn_context: "context",
  response_item: "item",
  event_msg: "event",
  compacted: "compacted",
};

/** Types of the items that a model's response, or what is sent to it, is made of. */
const itemTypes: ReadonlySet<string> = new Set([
  "reasoning",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "local_shell_call",
  "local_shell_call_output",
  "web_search_call",
  "tool_search_call",
  "tool_search_output",
  "image_generation_call",
  "ghost_snapshot",
]);

/** True for a line of a rollout of any generation, and for a session document. */
export function isCodexRecord(record: unknown): boolean {
  if (!isObject(record)) return false;
  const { type } = record;
  if (typeof type === "string" && type in kindOfType) return isObject(record.payload);
  if (record.record_type === "state") return true;
  if (isObject(record.session) && Array.isArray(record.items)) return "id" in record.session;
  if (isOldMeta(record)) return true;
  return isItem(record);
}

/** The first line of a file from before the envelope. */
function isOldMeta(record: UnknownObject): boolean {
  if (record.type !== undefined || typeof record.id !== "string" || typeof record.timestamp !== "string") return false;
  return "instructions" in record && !("messages" in record);
}

function isItem(record: UnknownObject): boolean {
  const { type } = record;
  if (type === "message") {
    const [first] = Array.isArray(record.content) ? (record.content as readonly unknown[]) : [];
    return (
      typeof record.role === "string" &&
      isObject(first) &&
      typeof first.type === "string" &&
      /^(?:input|output)_/.test(first.type)
    );
  }
  if (typeof type !== "string" || !itemTypes.has(type)) return false;
  return ["call_id", "summary", "action", "ghost_commit", "execution"].some((key) => key in record);
}

/** The entries of a record: one, or all items of a document. */
export function entriesOf(record: CodexRecord): CodexEntry[] {
  const timestamp = nameOrNull(record.timestamp);
  if (Array.isArray(record.items) && isObject(record.session)) {
    const meta: CodexEntry = { kind: "meta", timestamp: nameOrNull(record.session.timestamp), payload: record.session };
    return [meta, ...record.items.map((item) => ({ kind: "item" as const, timestamp: null, payload: item }))];
  }
  const kind = kindOfType[record.type ?? ""];
  if (kind !== undefined) return [{ kind, timestamp, payload: record.payload ?? {} }];
  if (isItem(record)) return [{ kind: "item", timestamp, payload: record }];
  return [{ kind: isOldMeta(record) ? "meta" : "other", timestamp, payload: record }];
}
