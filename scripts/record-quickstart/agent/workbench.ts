import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../repository/run-command.ts";
import type { FileChange, ToolCall, Turn } from "./turn.ts";

/** Thrown when the agent wants another turn and has none left. */
export class BudgetSpent extends Error {}

/** Tools over one working tree; every use is one recorded turn. */
export interface Workbench {
  readonly turns: readonly Turn[];
  use(thought: string, call: ToolCall): Promise<string>;
}

/** Observations longer than this many characters are cut in the middle. */
const observationLimit = 4000;

/** Opens a working tree under the path that the agent believes it is at, for `budget` turns. */
export function openWorkbench(directory: string, shownPath: string, budget: number): Workbench {
  const turns: Turn[] = [];
  return {
    turns,
    async use(thought, call) {
      if (turns.length >= budget) throw new BudgetSpent();
      const { output, returncode, change } = await perform(directory, shownPath, call);
      const shown = shorten(output.replaceAll(directory, shownPath));
      turns.push({ thought, call, output: shown, returncode, change });
      return shown;
    },
  };
}

interface Performed {
  readonly output: string;
  readonly returncode: number;
  readonly change: FileChange | null;
}

async function perform(directory: string, shownPath: string, call: ToolCall): Promise<Performed> {
  if (call.tool === "bash") return { ...(await runCommand(directory, call.command)), change: null };
  if (call.tool === "submit") {
    const result = await runCommand(directory, "git add -A && git diff --cached HEAD");
    return { ...result, change: null };
  }
  if (call.tool === "view") {
    const { output, returncode } = await runCommand(directory, `cat -n ${call.path}`);
    const title = `Here's the result of running \`cat -n\` on ${shownPath}/${call.path}:\n`;
    return { output: title + output, returncode, change: null };
  }
  return replaceText(directory, shownPath, call.path, call.oldText, call.newText);
}

async function replaceText(
  directory: string,
  shownPath: string,
  path: string,
  oldText: string,
  newText: string,
): Promise<Performed> {
  const file = join(directory, path);
  const before = await readFile(file, "utf8");
  const found = before.split(oldText).length - 1;
  if (found !== 1) {
    const reason = found === 0 ? "did not appear verbatim" : "is there more than once";
    return {
      output: `ERROR:\nNo replacement was performed, old_str \`${oldText}\` ${reason} in ${shownPath}/${path}.`,
      returncode: 1,
      change: null,
    };
  }
  const after = before.replace(oldText, () => newText);
  await writeFile(file, after);
  const snippet = numberedSnippet(after, before.slice(0, before.indexOf(oldText)).split("\n").length, newText);
  return {
    output: `The file ${shownPath}/${path} has been edited. Here's the result of running \`cat -n\` on a snippet of ${shownPath}/${path}:
${snippet}
Review the changes and make sure they are as expected (correct indentation, no duplicate lines, etc). Edit the file again if necessary.`,
    returncode: 0,
    change: { before, after },
  };
}

function numberedSnippet(text: string, line: number, inserted: string): string {
  const first = Math.max(1, line - 3);
  const lines = text.split("\n").slice(first - 1, line + inserted.split("\n").length + 2);
  return lines.map((content, index) => `${String(first + index).padStart(6)}\t${content}`).join("\n");
}

function shorten(output: string): string {
  if (output.length <= observationLimit) return output;
  const half = observationLimit / 2;
  const elided = output.length - observationLimit;
  return `${output.slice(0, half)}\n[... ${elided} characters elided ...]\n${output.slice(-half)}`;
}
