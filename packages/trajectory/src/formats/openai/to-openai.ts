import { isDeepStrictEqual } from "node:util";
import type { Reading } from "../../format.ts";
import type { Step, ToolCall } from "../../step.ts";
import { toolArguments } from "../chat/tool-arguments.ts";
import { chatRows } from "../chat-rows/chat-rows.ts";
import { compact, isObject, type UnknownObject } from "../json-access.ts";
import type { WrittenTrajectory } from "../trajectory-writer.ts";
import { lossesBetween } from "../writing/losses-between.ts";
import { uniqueCallIds } from "../writing/unique-call-ids.ts";

/**
 * Writes a trajectory as a row with an OpenAI chat: `messages`, `tools`, and the columns that data sets of agent runs have.
 *
 * Arguments are JSON texts. The agent's messages that must not be trained on have `weight` 0, as OpenAI's fine-tuning has it.
 * A call without a recorded reply gets an empty one when more messages follow. Losses are found by reading the row back.
 */
export function readingToOpenAi(reading: Reading): WrittenTrajectory {
  const { trajectory, outcome } = reading;
  const ids = uniqueCallIds(trajectory.steps);
  const row = {
    messages: trajectory.steps.flatMap((step, at) =>
      messagesOf(step, ids.get(step) ?? [], at === trajectory.steps.length - 1),
    ),
    ...compact({
      tools: trajectory.tools?.every(isObject) === true ? trajectory.tools : null,
      instance_id: trajectory.taskId,
      agent: trajectory.agent.name,
      model: trajectory.model,
      exit_status: trajectory.exitStatus,
      model_patch: trajectory.finalPatch,
      resolved: outcome?.resolved,
    }),
  };
  const losses = lossesBetween(reading, chatRows.read([row], { path: "" }), trajectory.steps);
  return { document: row, losses, keptAside: [] };
}

function messagesOf(step: Step, ids: readonly string[], isLast: boolean): readonly UnknownObject[] {
  if (step.source !== "agent") return [{ role: step.source, content: step.text }];
  const { toolCalls, observations } = step;
  const message = {
    role: "assistant",
    content: step.text,
    ...(step.reasoning === null ? {} : { reasoning_content: step.reasoning }),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls.map((call, at) => callOf(call, ids[at] ?? call.id)) }),
    ...(step.marks.length === 0 ? {} : { weight: 0 }),
  };
  const idOf = (callId: string | null) => ids[toolCalls.findIndex(({ id }) => id === callId)] ?? null;
  const reply = (id: string, content: string) => ({ role: "tool", tool_call_id: id, content });
  const replies = observations.map(({ callId, content }) => {
    const id = idOf(callId);
    return id === null ? { role: "user", content } : reply(id, content);
  });
  const answered = new Set(observations.map(({ callId }) => idOf(callId)));
  const open = isLast && observations.length === 0 ? [] : ids.filter((id) => !answered.has(id));
  return [message, ...replies, ...open.map((id) => reply(id, ""))];
}

function callOf({ name, arguments: args }: ToolCall, id: string): UnknownObject {
  return { id, type: "function", function: { name, arguments: argumentsText(args) } };
}

/** Arguments that were no JSON object are given back as the text that they were. */
function argumentsText(args: ToolCall["arguments"]): string {
  const wasNoObject = typeof args.raw === "string" && isDeepStrictEqual(toolArguments(args.raw), args);
  return wasNoObject ? (args.raw as string) : JSON.stringify(args);
}
