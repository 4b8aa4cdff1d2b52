import type { DraftStep } from "../draft-step.ts";
import { stepEdits } from "../edit-tools/step-edits.ts";
import { promptRoot, promptState, underRoot } from "./shell-prompt.ts";
import { type WindowState, windowedEdits } from "./windowed-edits.ts";

/**
 * Adds the edits of all steps with calls: by edit tools, and by SWE-agent's window commands, whose file and folder the prompt
 * in the replies tells. For logs that record no state of the shell.
 */
export function addEdits(steps: readonly DraftStep[]): void {
  const replies = steps.flatMap((step) => [
    step.text ?? "",
    ...(step.observations ?? []).map(({ content }) => content),
  ]);
  const root = promptRoot(replies);
  let before: WindowState = { openFile: null, workingDirectory: root };
  for (const step of steps) {
    const { toolCalls, observations = [] } = step;
    if (toolCalls === undefined) continue;
    const reply = observations.at(-1)?.content ?? "";
    const edits = stepEdits(toolCalls, observations);
    const isWindowed = edits.length === 0 && (reply.includes("[File: ") || reply.includes("(Open file: "));
    const state = before;
    step.edits = isWindowed
      ? toolCalls
          .flatMap((call) => windowedEdits(call, state, reply))
          .map((edit) => underRoot(edit, state.workingDirectory, root))
      : edits;
    const after = promptState(reply);
    before = {
      openFile: after.openFile ?? before.openFile,
      workingDirectory: after.workingDirectory ?? before.workingDirectory,
    };
  }
}
