import type { ToolCall } from "../agent/turn.ts";

/** A tool call as a chat model would send it: the tool's name and its arguments. */
export interface FunctionCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The call with paths under the root that the agent sees; the shell tool's name and the closing call differ between agents. */
export function toFunctionCall(call: ToolCall, root: string, bashName: string, submit: FunctionCall): FunctionCall {
  switch (call.tool) {
    case "bash":
      return { name: bashName, arguments: { command: call.command } };
    case "view":
      return { name: "str_replace_editor", arguments: { command: "view", path: `${root}/${call.path}` } };
    case "str_replace":
      return {
        name: "str_replace_editor",
        arguments: {
          command: "str_replace",
          path: `${root}/${call.path}`,
          old_str: call.oldText,
          new_str: call.newText,
        },
      };
    case "submit":
      return submit;
  }
}
