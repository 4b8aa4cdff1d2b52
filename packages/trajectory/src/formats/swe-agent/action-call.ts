import type { ToolCall } from "../../step.ts";
import { assistantCalls } from "../chat/assistant-calls.ts";
import type { HistoryEntry } from "./raw.ts";
import { shellWords } from "./shell-words.ts";

/** Commands that SWE-agent and its descendants add to the shell. */
const ownCommands: ReadonlySet<string> = new Set([
  "append",
  "create",
  "edit",
  "execute_ipython",
  "exit_forfeit",
  "find_file",
  "goto",
  "insert",
  "open",
  "scroll_down",
  "scroll_up",
  "search_dir",
  "search_file",
  "search_repo",
  "set_cursors",
  "submit",
  "undo_edit",
  "view_image",
  "filemap",
  "write",
]);

/**
 * The tool calls of one action. The history's structured calls win; without them the action's text is a call of `bash`, or
 * of SWE-agent's own command that it starts with, with the whole text as `command`.
 *
 * Only the first line's first word counts: later lines may be file content that looks like a command.
 */
export function actionCalls(action: string, entry: HistoryEntry | null): ToolCall[] {
  const structured = entry === null ? [] : assistantCalls(entry);
  if (structured.length > 0) return structured;
  const name = /^\s*([\w-]+)/.exec(action)?.[1] ?? "";
  if (action.trim() === "") return [];
  if (name === "str_replace_editor") return [{ id: "call-1", name, arguments: editorArguments(action) }];
  return [{ id: "call-1", name: ownCommands.has(name) ? name : "bash", arguments: { command: action } }];
}

/** `str_replace_editor <command> <path> --old_str '…'` as the arguments of the structured call that it stands for. */
function editorArguments(action: string): Record<string, unknown> {
  const [, command, path, ...rest] = shellWords(action);
  const args: Record<string, unknown> = {};
  const options = new Map<string, string[]>();
  if (command !== undefined) args.command = command;
  if (path !== undefined) args.path = path;
  let values: string[] = [];
  for (const word of rest) {
    const option = /^--([a-z_]+)$/.exec(word)?.[1];
    if (option !== undefined) {
      values = [];
      options.set(option, values);
    } else values.push(word);
  }
  for (const [option, given] of options) args[option] = given.length > 1 ? given : (given[0] ?? "");
  return args;
}
