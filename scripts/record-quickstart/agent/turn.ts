/** What the agent called. `edit` is there when a tool of the editor changed a file. */
export type ToolCall =
  | { readonly tool: "bash"; readonly command: string }
  | { readonly tool: "view"; readonly path: string }
  | { readonly tool: "str_replace"; readonly path: string; readonly oldText: string; readonly newText: string }
  | { readonly tool: "submit" };

/** The whole file before and after an edit by the editor tool. */
export interface FileChange {
  readonly before: string;
  readonly after: string;
}

/** One turn: a thought, one tool call, what came back. */
export interface Turn {
  readonly thought: string;
  readonly call: ToolCall;
  readonly output: string;
  readonly returncode: number;
  readonly change: FileChange | null;
}

/** How the agent works with files: only by the shell, or by shell and an editor tool. */
export type Interface = "shell" | "editor";
