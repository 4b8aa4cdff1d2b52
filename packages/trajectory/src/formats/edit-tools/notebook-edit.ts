import { type EditTool, textArgument } from "./edit-tool.ts";

/** Claude Code's `NotebookEdit`: replaces, inserts or deletes one cell of a notebook. */
export const notebookEdit: EditTool = {
  names: ["notebookedit", "notebook_edit"],
  requested(args) {
    const path = textArgument(args, "notebook_path", "file_path", "path");
    if (path === null || path.trim() === "") return [];
    const newText = args.edit_mode === "delete" ? null : textArgument(args, "new_source", "new_string");
    return [{ path, kind: "modify", newText }];
  },
  isRefusal: (reply) => /^(?:<tool_use_error>|\[?error\b|cell .{0,80}not found|notebook .{0,80}not)/i.test(reply),
};
