import type { Edit } from "../../edit.ts";
import { repositoryPath } from "../../repository-path.ts";
import type { ToolCall } from "../../step.ts";
import { textArgument } from "../edit-tools/edit-tool.ts";
import { shellWords } from "./shell-words.ts";

/** What the shell's state says around an action: the file in the window and the working directory. */
export interface WindowState {
  readonly openFile: string | null;
  readonly workingDirectory: string | null;
}

/**
 * The edits of SWE-agent's window commands: `create`, `edit`, `insert`, `append`, `undo_edit`.
 *
 * All but `create` change the open file, which the command does not name: it is in the state, and in the `[File: …]` header
 * of the observation. A linter's rejection is an edit that did not succeed.
 */
export function windowedEdits(call: ToolCall, state: WindowState, observation: string): Edit[] {
  const text = textArgument(call.arguments, "command") ?? "";
  const change = requestedChange(call, text);
  if (change === null) return [];
  const path = call.name === "create" ? createdPath(call, text) : (state.openFile ?? headerPath(observation));
  if (path === null || path === "") return [];
  return [
    {
      path: repositoryPath(path, state.workingDirectory),
      kind: change.kind,
      oldPath: null,
      oldText: change.oldText,
      newText: change.newText,
      succeeded: isAccepted(observation),
      via: "tool",
      functions: [],
    },
  ];
}

type Change = Pick<Edit, "kind" | "oldText" | "newText">;

function requestedChange(call: ToolCall, text: string): Change | null {
  const { name, arguments: args } = call;
  switch (name) {
    case "create":
      return { kind: "create", oldText: null, newText: "" };
    case "edit":
      return text === "" ? structuredEdit(args) : textEdit(text);
    case "insert":
    case "append":
      return { kind: "modify", oldText: null, newText: textArgument(args, "text", "content") ?? insertedText(text) };
    case "undo_edit":
      return { kind: "revert", oldText: null, newText: null };
    default:
      return null;
  }
}

function structuredEdit(args: Readonly<Record<string, unknown>>): Change {
  return {
    kind: "modify",
    oldText: textArgument(args, "search"),
    newText: textArgument(args, "replacement_text", "replace"),
  };
}

/** `edit a:b` and `edit` (at the cursors) with the new lines up to `end_of_edit`; `edit <search> <replace> [all]`. */
function textEdit(text: string): Change {
  const block =
    /^\s*edit[^\n]*\n([\s\S]*?)\n?end_of_edit\s*$/.exec(text) ?? /^\s*edit\s+\d+(?::\d+)?[^\n]*\n([\s\S]*)$/.exec(text);
  if (block !== null) return { kind: "modify", oldText: null, newText: block[1] ?? "" };
  const [, search = null, replace = null] = shellWords(text);
  return { kind: "modify", oldText: search, newText: replace };
}

/** `insert <text> [line]` and `append <text>`; DARS writes `insert <line> <text>`. */
function insertedText(text: string): string | null {
  const [, first, second] = shellWords(text);
  if (first !== undefined && second !== undefined && /^\d+$/.test(first)) return second;
  return first ?? null;
}

function createdPath(call: ToolCall, text: string): string | null {
  return textArgument(call.arguments, "filename", "path", "file_name") ?? shellWords(text)[1] ?? null;
}

function headerPath(observation: string): string | null {
  return /\[File: (.+?)\r?(?: \(\d+ lines total|\])/.exec(observation)?.[1] ?? null;
}

function isAccepted(observation: string): boolean {
  if (observation.slice(0, 500).includes("introduced new syntax error")) return false;
  return /^\s*\[File: |File updated|Text replaced|Replaced \d+ occurrence|Text inserted/.test(observation);
}
