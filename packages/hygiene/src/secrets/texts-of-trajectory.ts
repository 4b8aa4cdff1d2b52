import type { Trajectory } from "@memop/trajectory";
import type { PlacedText } from "./scan-for-secrets.ts";

/** Every text of a trajectory with its place: messages, thoughts, tool calls with their keys, observations, patch, extras. */
export function textsOfTrajectory(trajectory: Trajectory): readonly PlacedText[] {
  const { steps, finalPatch, tools, extra } = trajectory;
  const placed = steps.flatMap((step): readonly PlacedText[] => {
    const of = (place: string, text: string) => ({ place: `step ${step.index} ${place}`, text });
    return [
      of("text", step.text),
      of("reasoning", step.reasoning ?? ""),
      ...step.toolCalls.map((call) => of("tool call", flat(call))),
      ...step.observations.map(({ content }) => of("observation", content)),
      of("extra", flat(step.extra)),
    ];
  });
  const whole = [
    { place: "final patch", text: finalPatch ?? "" },
    { place: "tools", text: flat(tools) },
    { place: "extra", text: flat(extra) },
  ];
  return [...placed, ...whole].filter(({ text }) => text !== "");
}

/** All keys and texts inside a value, one a line. */
function flat(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(flat).join("\n");
  if (value === null || typeof value !== "object") return "";
  return Object.entries(value)
    .map(([key, inner]) => `${key}: ${flat(inner)}`)
    .join("\n");
}
