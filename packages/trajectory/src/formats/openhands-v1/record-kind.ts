import { isObject, type UnknownObject } from "../json-access.ts";

/** True for one event of the Software Agent SDK. */
export function isEvent(value: unknown): value is UnknownObject {
  if (!isObject(value) || typeof value.kind !== "string") return false;
  const isNamed = /(?:Event|Observation|Condensation|Condensation\w+|StreamingDelta)$/.test(value.kind);
  return isNamed && typeof value.source === "string" && ("timestamp" in value || "id" in value);
}

/** True for a list of events, or an object whose list they are. */
export function isEventList(value: unknown): boolean {
  if (Array.isArray(value)) return isEvent(value[0]);
  if (!isObject(value) || typeof value.kind === "string") return false;
  return [value.history, value.events, value.items].some((list) => Array.isArray(list) && isEvent(list[0]));
}

/** True for the state of a conversation, which stands beside the folder of its events. */
export function isBaseState(value: unknown): value is UnknownObject {
  return isObject(value) && isObject(value.agent) && "execution_status" in value && "max_iterations" in value;
}

/**
 * Name of the conversation that a file belongs to: the folder that holds `base_state.json` and the folder `events`, or the
 * file itself when it holds many events.
 */
export function conversationOf(path: string, isState: boolean): string {
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("#"));
  const folder = path.slice(0, Math.max(0, cut));
  if (isState) return `run ${folder}`;
  if (!/^event-\d+/.test(path.slice(cut + 1))) return `file ${path}`;
  return `run ${folder.replace(/(?:^|(?<=[#/]))events$/, "").replace(/[#/]$/, "")}`;
}
