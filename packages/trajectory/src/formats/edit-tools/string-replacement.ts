import { isObject } from "../json-access.ts";
import { type EditTool, type RequestedEdit, textArgument } from "./edit-tool.ts";

/** Tools that replace one text of a file by another: Claude Code's `Edit` and `MultiEdit`, Gemini CLI's `replace`. */
export const stringReplacement: EditTool = {
  names: ["edit", "multiedit", "replace", "str_replace", "search_replace", "edit_file"],
  requested(args) {
    const path = textArgument(args, "file_path", "path", "filepath");
    if (path === null || path.trim() === "") return [];
    const replacements = Array.isArray(args.edits) ? args.edits.filter(isObject) : [args];
    return replacements.flatMap((each): RequestedEdit[] => {
      const oldText = textArgument(each, "old_string", "old_str", "search");
      const newText = textArgument(each, "new_string", "new_str", "replace", "content");
      if (oldText === null && newText === null) return [];
      return [{ path, kind: oldText === "" ? "create" : "modify", oldText: oldText === "" ? null : oldText, newText }];
    });
  },
  isRefusal: (reply) =>
    /^(?:<tool_use_error>|\[?error\b|failed to edit|string to replace not found|file has not been read|no changes|found \d+ matches)/i.test(
      reply,
    ),
};
