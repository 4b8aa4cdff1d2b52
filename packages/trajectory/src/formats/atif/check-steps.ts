import { MemopError } from "@memop/core";
import type { Trajectory } from "../../trajectory.ts";

/**
 * Throws `BAD_RECORD` when what `extra.memop` says of the steps does not hold together: turns are counted through and are
 * the agent's, ids of calls are unique inside a step, observations name calls of their step.
 */
export function checkSteps({ steps }: Trajectory): void {
  let turns = 0;
  for (const { index, source, marks, turn, toolCalls, observations } of steps) {
    const refuse = (what: string) =>
      new MemopError("BAD_RECORD", `not an atif record: ${what} at steps[${index}].extra.memop`);
    if (turn !== null && (turn !== turns + 1 || source !== "agent" || marks.length > 0)) {
      throw refuse(`turn ${turn} is out of place`);
    }
    turns = turn ?? turns;
    const ids = new Set(toolCalls.map((call) => call.id));
    if (ids.size < toolCalls.length) throw refuse("two tool calls have one id");
    const stray = observations.find(({ callId }) => callId !== null && !ids.has(callId));
    if (stray !== undefined) throw refuse(`no tool call "${stray.callId}"`);
  }
}
