import type { Reading } from "../../format.ts";
import { numberedSteps } from "../draft-step.ts";

/**
 * The reading with those of the agent's steps marked as copied context that a trajectory written before has too: branches of
 * a search tree share their first steps, which must be trained on once.
 *
 * `seen` holds the steps written so far and is added to; `source` is where the reading comes from. Readings of other formats
 * come back as they are.
 */
export function trainedOnce(reading: Reading, source: string, seen: Set<string>): Reading {
  const { trajectory } = reading;
  if (trajectory.steps.every((step) => typeof step.extra.treeNode !== "number")) return reading;
  const tree = source.replace(/~\d+$/, "");
  const repeated = new Set<number>();
  for (const { index, source: by, extra } of trajectory.steps) {
    if (by !== "agent" || typeof extra.treeNode !== "number") continue;
    const node = `${tree}#${extra.treeNode}`;
    if (seen.has(node)) repeated.add(index);
    seen.add(node);
  }
  if (repeated.size === 0) return reading;
  const steps = trajectory.steps.map((step) =>
    repeated.has(step.index) && step.marks.length === 0 ? { ...step, marks: ["copied-context" as const] } : step,
  );
  return { ...reading, trajectory: { ...trajectory, steps: numberedSteps(steps) } };
}
