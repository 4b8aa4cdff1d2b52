import type { ToolCall } from "../step.ts";

/** Names under which agents offer a shell, in lower case. */
const shellTools: ReadonlySet<string> = new Set([
  "bash",
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

const textKeys = ["command", "cmd", "script", "code", "input", "patch", "content", "raw"] as const;

/** Text that a tool call hands to a program that may change files. */
export interface ProgramText {
  readonly runs: "shell" | "python" | "patch";
  readonly text: string;
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
  for (const key of textKeys) {
    const value = args[key];
    if (typeof value === "string" && value !== "") return { runs, text: value };
    if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string")) {
      return { runs, text: value.map(quoted).join(" ") };
    }
  }
  return null;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
