import type { Step } from "../../step.ts";

/** For each step the ids of its calls, made unique in the run: a call's own id, or its own with a number after it. */
export function uniqueCallIds(steps: readonly Step[]): ReadonlyMap<Step, readonly string[]> {
  const taken = new Set<string>();
  const uniqueId = (own: string): string => {
    let id = own;
    for (let attempt = 2; taken.has(id); attempt += 1) id = `${own}-${attempt}`;
    taken.add(id);
    return id;
  };
  return new Map(steps.map((step) => [step, step.toolCalls.map(({ id }) => uniqueId(id === "" ? "call" : id))]));
}
