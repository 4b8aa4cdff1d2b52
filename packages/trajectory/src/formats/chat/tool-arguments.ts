import { isObject } from "../json-access.ts";

/** The arguments of a tool call as an object: JSON text is parsed, nothing is `{}`, anything else is `{ raw: text }`. */
export function toolArguments(raw: unknown): Record<string, unknown> {
  if (isObject(raw)) return raw as Record<string, unknown>;
  if (raw === null || raw === undefined) return {};
  if (typeof raw !== "string") return { raw: JSON.stringify(raw) };
  if (raw.trim() === "") return {};
  try {
    const parsed: unknown = JSON.parse(raw);
    return isObject(parsed) ? (parsed as Record<string, unknown>) : { raw };
  } catch {
    return { raw };
  }
}
