import { type EditTool, textArgument } from "./edit-tool.ts";

/**
 * Anthropic's text editor tool and its descendants in SWE-agent, OpenHands and trae-agent: one tool with a `command`.
 *
 * Commands that change files: `create`, `str_replace`, `insert`, `undo_edit`, and `write` of OpenHands' edit events.
 */
export const strReplaceEditor: EditTool = {
  names: [
    "str_replace_editor",
    "str_replace_based_edit_tool",
    "file_editor",
    "text_editor",
    "edit_anthropic",
    "planning_file_editor",
  ],
  requested(args) {
    const path = textArgument(args, "path", "file_path");
    if (path === null || path.trim() === "") return [];
    switch (args.command) {
      case "create":
      case "write":
        return [{ path, kind: "create", newText: textArgument(args, "file_text", "content") }];
      case "str_replace":
        return [
          {
            path,
            kind: "modify",
            oldText: textArgument(args, "old_str"),
            newText: textArgument(args, "new_str") ?? "",
          },
        ];
      case "insert":
        return [{ path, kind: "modify", newText: textArgument(args, "new_str", "insert_text") }];
      case "undo_edit":
        return [{ path, kind: "revert" }];
      default:
        return [];
    }
  },
  isRefusal: (reply) =>
    /^(?:\[?error\b|no replacement was performed|no edit history|invalid\b|the path\b.{0,300}\b(?:does not exist|is not)|file already exists|file not found|parameter\b|missing\b|unrecognized command|unknown command|usage:|traceback\b|multiple occurrences\b|tool call failed|failed\b|cannot\b|ran into\b)/i.test(
      reply,
    ) ||
    /No replacement was performed|It was not executed|SyntaxError: |\[Errno \d+\]|introduced new syntax error/.test(
      reply.slice(0, 400),
    ),
};
