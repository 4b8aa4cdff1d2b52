import type { Edit } from "../../edit.ts";
import { repositoryPath } from "../../repository-path.ts";
import type { UnknownObject } from "../json-access.ts";
import type { EditTool, ToolReply } from "./edit-tool.ts";
import { notebookEdit } from "./notebook-edit.ts";
import { strReplaceEditor } from "./str-replace-editor.ts";
import { stringReplacement } from "./string-replacement.ts";
import { wholeFileWrite } from "./whole-file-write.ts";

const editTools: readonly EditTool[] = [strReplaceEditor, stringReplacement, wholeFileWrite, notebookEdit];
const toolOfName: ReadonlyMap<string, EditTool> = new Map(
  editTools.flatMap((tool) => tool.names.map((name) => [name, tool])),
);

/**
 * The edits that a call of a known edit tool made, or tried to make; empty for every other tool.
 *
 * `reply` null means that no answer was recorded: such an edit counts as not succeeded, since nothing says that it was made.
 */
export function editsOfToolCall(
  name: string,
  args: UnknownObject,
  reply: ToolReply | null,
  workingDirectory: string | null = null,
): Edit[] {
  const tool = toolOfName.get(name.toLowerCase());
  if (tool === undefined) return [];
  const requested = tool.requested(args, name);
  if (requested.length === 0) return [];
  const succeeded = reply !== null && reply.isError !== true && !tool.isRefusal(withoutPrefix(reply.content));
  return requested.map((edit) => ({
    path: repositoryPath(edit.path, workingDirectory),
    kind: edit.kind,
    oldPath: edit.oldPath ?? null,
    oldText: edit.oldText ?? null,
    newText: edit.newText ?? null,
    succeeded,
    via: "tool",
    functions: [],
  }));
}

/** A reply without the line that some harnesses put before it: `OBSERVATION:`, `EXECUTION RESULT of [name]:`. */
function withoutPrefix(reply: string): string {
  const head = reply.slice(0, 200);
  const prefix = /^\s*(?:OBSERVATION:|EXECUTION RESULT of \[[^\]]*\]:)?\s*/.exec(head)?.[0].length ?? 0;
  return reply.slice(prefix, prefix + 1000);
}
