import type { ToolCall } from "../step.ts";

/** Names under which agents offer a shell, in lower case. */
const shellTools: ReadonlySet<string> = new Set([
  "bash",
  "bash_command",
  "bash_tool",
  "cmd",
  "container.exec",
  "exec",
  "exec_command",
  "execute",
  "execute_bash",
  "execute_command",
  "local_shell",
  "local_shell_call",
  "run",
  "run_bash",
  "run_command",
  "run_in_terminal",
  "run_shell_command",
  "run_terminal_cmd",
  "shell",
  "shell_command",
  "terminal",
  "terminalaction",
]);

/** Names under which agents offer a Python session. */
const pythonTools: ReadonlySet<string> = new Set([
  "execute_ipython_cell",
  "execute_ipython",
  "ipython",
  "python",
  "run_ipython",
]);

/** Names of the tool that takes an `apply_patch` envelope. */
const patchTools: ReadonlySet<string> = new Set(["apply_patch", "applypatch"]);

const textKeys = ["command", "cmd", "script", "keystrokes", "code", "input", "patch", "content", "raw"] as const;

const directoryKeys = ["workdir", "cwd", "working_directory", "directory", "dir_path"] as const;

/** Text that a tool call hands to a program that may change files. */
export interface ProgramText {
  readonly runs: "shell" | "python" | "patch";
  readonly text: string;
  /** Working directory that the call itself names; null when it names none. */
  readonly directory: string | null;
}

/**
 * The text that a call of a shell, a Python session or `apply_patch` runs; null for other tools.
 *
 * A command given as a list of words is joined again, quoted: `["bash", "-lc", "…"]`.
 */
export function programText({ name, arguments: args }: ToolCall): ProgramText | null {
  const tool = name.toLowerCase().replace(/^functions[.:]|^mcp__\w+__/, "");
  const runs = shellTools.has(tool)
    ? "shell"
    : pythonTools.has(tool)
      ? "python"
      : patchTools.has(tool)
        ? "patch"
        : null;
  if (runs === null) return null;
  const directory = directoryKeys.map((key) => args[key]).find((value) => typeof value === "string" && value !== "");
  const place = { directory: typeof directory === "string" ? directory : null };
  for (const key of textKeys) {
    const value = args[key];
    if (typeof value === "string" && value !== "") return { runs, text: value, ...place };
    if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string")) {
      return { runs, text: value.map(quoted).join(" "), ...place };
    }
  }
  return null;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
