import type { Step, Trajectory } from "@memop/trajectory";

/** Everything that an agent wrote in a run: what it said, its thoughts, the arguments of its tools, its final patch. */
export function ownWords(trajectory: Trajectory): string {
  const steps = trajectory.steps.filter(({ source, marks }) => source === "agent" && !marks.includes("demonstration"));
  return [...steps.map(wordsOfStep), trajectory.finalPatch ?? ""].join("\n");
}

function wordsOfStep({ text, reasoning, toolCalls }: Step): string {
  return [text, reasoning ?? "", ...toolCalls.flatMap((call) => textsIn(call.arguments))].join("\n");
}

/** Every text inside a value, however deep. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}
