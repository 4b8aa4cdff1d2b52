import type { Edit } from "../../edit.ts";
import type { Observation } from "../../step.ts";
import type { UnknownObject } from "../json-access.ts";

/** A reply to a tool call, as far as it tells whether the call worked. */
export type ToolReply = Pick<Observation, "content" | "isError" | "exitCode">;

/** One family of tools that change files in a way that their arguments tell. */
export interface EditTool {
  /** Names under which agents offer it, in lower case. */
  readonly names: readonly string[];
  /** The edits that one call asks for. `succeeded` is filled in by the caller. Empty when the call only looks. */
  requested(args: UnknownObject, name: string): readonly RequestedEdit[];
  /** True when the reply, without its prefix, says that the call did not work. */
  isRefusal(reply: string): boolean;
}

/** An edit as asked for: its path as the agent wrote it, its outcome not yet known. */
export type RequestedEdit = Pick<Edit, "path" | "kind"> & Partial<Pick<Edit, "oldPath" | "oldText" | "newText">>;

/** The first key of `args` that holds a text, else null. */
export function textArgument(args: UnknownObject, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = args[key];
    if (typeof value === "string") return value;
  }
  return null;
}
