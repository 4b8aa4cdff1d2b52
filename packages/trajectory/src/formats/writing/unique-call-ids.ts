import type { Step, ToolCall } from "../../step.ts";

/** An id for each tool call that no other call of the run has: its own, or its own with a number after it. */
export function uniqueCallIds(steps: readonly Step[]): ReadonlyMap<ToolCall, string> {
  const taken = new Set<string>();
  const ids = new Map<ToolCall, string>();
  for (const call of steps.flatMap((step) => step.toolCalls)) {
    const own = call.id === "" ? "call" : call.id;
    let id = own;
    for (let attempt = 2; taken.has(id); attempt += 1) id = `${own}-${attempt}`;
    taken.add(id);
    ids.set(call, id);
  }
  return ids;
}
