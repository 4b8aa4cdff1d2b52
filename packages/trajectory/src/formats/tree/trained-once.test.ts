import { expect, test } from "vitest";
import { newTrajectory } from "../new-trajectory.ts";
import { trainedOnce } from "./trained-once.ts";

const reading = (...nodes: readonly number[]) => ({
  trajectory: newTrajectory({
    agent: { name: "x" },
    steps: nodes.map((treeNode) => ({ source: "agent" as const, text: "", extra: { treeNode } })),
  }),
  outcome: null,
  task: null,
});
const turns = ({ trajectory }: ReturnType<typeof reading>) => trajectory.steps.map((step) => [step.turn, step.marks]);

test("a step that an earlier branch of the tree has is copied context, its own steps are turns", () => {
  const seen = new Set<string>();
  expect(turns(trainedOnce(reading(1, 2), "a.root", seen) as ReturnType<typeof reading>)).toEqual([
    [1, []],
    [2, []],
  ]);
  expect(turns(trainedOnce(reading(1, 3), "a.root~1", seen) as ReturnType<typeof reading>)).toEqual([
    [null, ["copied-context"]],
    [1, []],
  ]);
});

test("steps of another tree are its own; a branch that is written first keeps what it shares", () => {
  const seen = new Set<string>();
  trainedOnce(reading(1), "a.root", seen);
  const other = reading(1);
  expect(trainedOnce(other, "b.root", seen)).toBe(other);
});

test("a run that is no branch comes back as it is", () => {
  const steps = [{ source: "agent" as const, text: "" }];
  const plain = { trajectory: newTrajectory({ agent: { name: "x" }, steps }), outcome: null, task: null };
  expect(trainedOnce(plain, "a", new Set())).toBe(plain);
});
