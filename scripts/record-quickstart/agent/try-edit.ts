import type { ProposedEdit } from "./propose-edits.ts";
import { passedExamples, reproductionPath } from "./reproduction.ts";
import { sedCommand } from "./sed-command.ts";
import type { Interface } from "./turn.ts";
import type { Workbench } from "./workbench.ts";

/** How far the agent is; changed by every attempt. */
export interface Progress {
  /** Examples of the issue that pass with the edits kept so far. */
  passed: number;
  readonly goal: number;
  /** Shell command that undoes or keeps the edit before; run at the head of the next one. */
  pending?: string;
}

/**
 * Makes an edit and runs the reproduction.
 *
 * An edit that does not help is undone; one that helps is staged, so that undoing a later edit of the same file goes
 * back to it.
 */
export async function tryEdit(
  bench: Workbench,
  kind: Interface,
  edit: ProposedEdit,
  progress: Progress,
): Promise<void> {
  const passed = await (kind === "shell" ? tryByShell : tryByEditor)(bench, edit, progress);
  const helped = passed > progress.passed;
  if (kind === "shell") progress.pending = helped ? "git add src" : "git checkout -q src";
  if (helped) progress.passed = passed;
}

async function tryByShell(bench: Workbench, edit: ProposedEdit, { pending }: Progress): Promise<number> {
  const head = pending === undefined ? "" : `${pending} && `;
  const command = `${head}${sedCommand(edit)} && git diff -U0 | tail -n +3 && node ${reproductionPath}`;
  return passedExamples(await bench.use(thoughtOf(edit), { tool: "bash", command }));
}

async function tryByEditor(bench: Workbench, edit: ProposedEdit, { passed }: Progress): Promise<number> {
  const { path, oldLine: oldText, newLine: newText } = edit;
  const answer = await bench.use(thoughtOf(edit), { tool: "str_replace", path, oldText, newText });
  if (answer.startsWith("ERROR:")) return 0;
  const command = `node ${reproductionPath} ${passed} && git add src || git checkout -q src`;
  return passedExamples(await bench.use("I check whether that helps, and undo it if not.", { tool: "bash", command }));
}

function thoughtOf({ functionName, rule }: ProposedEdit): string {
  return `In ${functionName} I suspect a slip of the kind "${rule}".`;
}
