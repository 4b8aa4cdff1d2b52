import type { Edit } from "../../edit.ts";
import type { Observation } from "../../step.ts";
import { editsOfToolCall } from "../edit-tools/edits-of-tool-call.ts";
import type { UnknownObject } from "../json-access.ts";

/**
 * The edits that one event asked for. `edit` events carry the editor's arguments; those of the older model-based editor
 * carry `content`. The observation `extras` of a failed edit look like those of a good one, so only its text counts.
 */
export function eventEdits(
  action: string,
  args: UnknownObject,
  observation: Observation | null,
  workingDirectory: string | null,
): Edit[] {
  if (action === "write") return editsOfToolCall("write_file", args, observation, workingDirectory);
  if (action !== "edit") return [];
  if (typeof args.command === "string" && args.command !== "") {
    return editsOfToolCall("str_replace_editor", args, observation, workingDirectory);
  }
  if (typeof args.file_text === "string") {
    return editsOfToolCall("str_replace_editor", { ...args, command: "create" }, observation, workingDirectory);
  }
  return editsOfToolCall("edit_file", args, observation, workingDirectory);
}
