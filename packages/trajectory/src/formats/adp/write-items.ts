import type { Step, ToolCall } from "../../step.ts";
import type { UnknownObject } from "../json-access.ts";
import { uniqueCallIds } from "../writing/unique-call-ids.ts";
import { NO_REPLY } from "./adp-steps.ts";

/** False for what a reader of ADP would train on although nothing of it may be: steps of the agent with any mark, and examples. */
export function isWritten({ source, marks }: Step): boolean {
  if (source === "agent") return marks.length === 0;
  return !marks.some((mark) => mark === "demonstration" || mark === "copied-context" || mark === "subagent");
}

/** Actions and observations of the steps, each call linked to its first result. */
export function adpItems(steps: readonly Step[]): readonly UnknownObject[] {
  const ids = uniqueCallIds(steps.filter((step) => step.source === "agent"));
  return steps.flatMap((step, at) => {
    if (step.source !== "agent") return [messageItem(step)];
    const next = steps[at + 1];
    const isFollowedByText = next !== undefined && next.source !== "agent";
    const { toolCalls } = step;
    return toolCalls.length === 0
      ? [answerItem(step), ...looseItems(step)]
      : callItems(step, ids.get(step) ?? [], isFollowedByText);
  });
}

function messageItem(step: Step): UnknownObject {
  return textItem(step.text, "user", step.source === "system" ? "system" : null);
}

function answerItem(step: Step): UnknownObject {
  return { class_: "message_action", content: step.text, description: null, reasoning_content: step.reasoning };
}

function looseItems({ observations }: Step): readonly UnknownObject[] {
  return observations.map(({ content }) => textItem(content, "environment"));
}

/** ADP demands that a call that an observation comes after is linked, and that a linked call has exactly one result. */
function callItems(step: Step, ids: readonly string[], isFollowedByText: boolean): readonly UnknownObject[] {
  const { toolCalls, observations } = step;
  const answers = new Set<string>();
  const results = observations.map(({ callId, content }) => {
    const id = ids[toolCalls.findIndex((call) => call.id === callId)] ?? null;
    const isFirst = id !== null && !answers.has(id);
    if (id !== null) answers.add(id);
    return textItem(content, "environment", null, isFirst ? id : null);
  });
  const isLinked = results.length > 0 || isFollowedByText;
  const open = isLinked ? ids.filter((id) => !answers.has(id)) : [];
  const actions = toolCalls.map((call, position) => ({
    ...actionOf(call),
    ...(isLinked ? { tool_call_id: ids[position] } : {}),
    description: position === 0 ? step.text : null,
    reasoning_content: position === 0 ? step.reasoning : null,
  }));
  return [...actions, ...results, ...open.map((id) => textItem("", "environment", NO_REPLY, id))];
}

/** A shell command or a script is code; every other call, and one with further arguments, is an API's. */
function actionOf({ name, arguments: args }: ToolCall): UnknownObject {
  const keys = Object.keys(args);
  const onlyText = (key: string) => keys.length === 1 && typeof args[key] === "string";
  if (name === "bash" && onlyText("command")) return { class_: "code_action", language: "bash", content: args.command };
  if (name === "python" && onlyText("code")) return { class_: "code_action", language: "python", content: args.code };
  return { class_: "api_action", function: name, kwargs: args };
}

function textItem(
  content: string,
  source: "user" | "environment",
  name: string | null = null,
  callId: string | null = null,
): UnknownObject {
  const link = callId === null ? {} : { tool_call_id: callId };
  return { class_: "text_observation", content, name, source, ...link };
}
