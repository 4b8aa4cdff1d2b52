import type { Edit } from "../../edit.ts";
import type { Observation, ToolCall } from "../../step.ts";
import { editsOfToolCall } from "./edits-of-tool-call.ts";

/**
 * The edits of all tool calls of one step, each judged by the reply to its call.
 *
 * A reply that names no call answers the only call there is.
 */
export function stepEdits(
  toolCalls: readonly ToolCall[],
  observations: readonly Observation[],
  workingDirectory: string | null = null,
): Edit[] {
  if (toolCalls.length === 0) return [];
  return toolCalls.flatMap((call) => {
    const addressed = observations.find((each) => each.callId === call.id);
    const reply = addressed ?? (toolCalls.length === 1 ? observations.find((each) => each.callId === null) : undefined);
    return editsOfToolCall(call.name, call.arguments, reply ?? null, workingDirectory);
  });
}
