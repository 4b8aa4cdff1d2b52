import { fencedTextCall } from "../chat/text-call.ts";
import type { DraftStep } from "../draft-step.ts";
import { unusedEntries } from "../json-access.ts";
import { promptRoot, promptState, underRoot } from "../swe-agent/shell-prompt.ts";
import { sweAgentSteps } from "../swe-agent/steps.ts";
import type { NebiusMessage } from "./raw.ts";

/**
 * The steps of a run. An agent's message and the user's after it are one executed action; what the shell's prompt says of
 * the open file and the folder is the state that SWE-agent itself would record.
 *
 * Notes on messages (`mask` other than usual, `cutoff_date`) are in the steps' `extra`.
 */
export function nebiusSteps(messages: readonly NebiusMessage[]): DraftStep[] {
  const firstOwn = messages.findIndex((message) => message.role === "ai");
  const lead = firstOwn === -1 ? messages : messages.slice(0, firstOwn);
  const steps = lead.map(plainStep);
  const own = messages.slice(lead.length);
  const actions = own.flatMap((message, at) => (message.role === "ai" ? [{ message, reply: replyTo(own, at) }] : []));
  const made = sweAgentSteps(
    actions.map(({ message, reply }) => actionOf(message, reply)),
    { lead: [], asked: [], shown: [], unmatched: [] },
  );
  const root = promptRoot(messages.flatMap((message) => (message.role === "ai" ? [] : [textOf(message)])));
  let action = 0;
  for (const [at, message] of own.entries()) {
    if (message.role === "ai") {
      const step = made[action] as DraftStep;
      action += 1;
      const edits = (step.edits ?? []).map((edit) => underRoot(edit, step.workingDirectory ?? null, root));
      steps.push(withNotes({ ...step, edits }, message));
    } else if (own[at - 1]?.role !== "ai") steps.push(plainStep(message));
  }
  return steps;
}

function replyTo(messages: readonly NebiusMessage[], at: number): NebiusMessage | null {
  const next = messages[at + 1];
  return next === undefined || next.role === "ai" ? null : next;
}

function actionOf(message: NebiusMessage, reply: NebiusMessage | null) {
  const response = textOf(message);
  const call = fencedTextCall(response);
  const observation = reply === null ? null : textOf(reply);
  return {
    action: call?.arguments.command ?? "",
    response,
    thought: call?.thought ?? response,
    observation,
    state: observation === null ? null : stateOf(observation),
  };
}

/** The prompt's state in the form that SWE-agent records. */
function stateOf(observation: string): Record<string, string> {
  const { openFile, workingDirectory } = promptState(observation);
  return {
    ...(openFile === null ? {} : { open_file: openFile }),
    ...(workingDirectory === null ? {} : { working_dir: workingDirectory }),
  };
}

function plainStep(message: NebiusMessage): DraftStep {
  const source = message.role === "system" ? "system" : "user";
  const extra = ["system", "user"].includes(message.role) ? {} : { role: message.role };
  return withNotes({ source, text: textOf(message), extra }, message);
}

function withNotes(step: DraftStep, message: NebiusMessage): DraftStep {
  const { mask, ...rest } = unusedEntries(message, new Set(["role", "text", "system_prompt"]));
  const isUsual = mask === undefined || mask === (message.role === "ai");
  return { ...step, extra: { ...step.extra, ...rest, ...(isUsual ? {} : { mask }) } };
}

function textOf(message: NebiusMessage): string {
  return [message.system_prompt, message.text].filter((text) => typeof text === "string" && text !== "").join("\n\n");
}
