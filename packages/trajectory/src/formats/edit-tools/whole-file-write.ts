import { type EditTool, textArgument } from "./edit-tool.ts";

/** Tools that write a whole file: Claude Code's `Write`, Gemini CLI's `write_file`, `create_file` of several agents. */
export const wholeFileWrite: EditTool = {
  names: ["write", "write_file", "create_file", "write_to_file"],
  requested(args) {
    const path = textArgument(args, "file_path", "path", "filename");
    if (path === null || path.trim() === "") return [];
    return [{ path, kind: "create", newText: textArgument(args, "content", "file_text", "contents") }];
  },
  isRefusal: (reply) => /^(?:<tool_use_error>|\[?error\b|failed to write|file has not been read)/i.test(reply),
};
