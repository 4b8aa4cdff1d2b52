import { describe, expect, test } from "vitest";
import { addInput, addOutput, createGraph } from "../graph/graph.ts";
import { evaluate } from "../testing/evaluate.ts";
import { adamwStep, defaultAdamW, scalarValues } from "./adamw.ts";
import { clipScale, globalNorm } from "./global-norm.ts";
import { learningRate } from "./learning-rate.ts";

/** AdamW as its paper writes it, in double precision, on one number. */
function referenceStep(
  state: { w: number; m: number; v: number },
  g: number,
  step: number,
  rate: number,
  decay: number,
) {
  const { beta1, beta2, epsilon } = defaultAdamW;
  const m = beta1 * state.m + (1 - beta1) * g;
  const v = beta2 * state.v + (1 - beta2) * g * g;
  const corrected = m / (1 - beta1 ** step) / (Math.sqrt(v / (1 - beta2 ** step)) + epsilon);
  return { w: state.w - rate * (corrected + decay * state.w), m, v };
}

test.each([
  { shape: [1, 1], decays: true },
  { shape: [1], decays: false },
])("AdamW is that of its paper, for shape $shape", async ({ shape, decays }) => {
  const optimizer = { ...defaultAdamW, weightDecay: 0.1 };
  const graph = createGraph();
  const input = (name: string, of: readonly number[]) => addInput(graph, name, "float64", of);
  const scalars = {
    stepSize: input("stepSize", []),
    rootCorrection: input("rootCorrection", []),
    decay: input("decay", []),
  };
  const moments = { weight: input("w", shape), first: input("m", shape), second: input("v", shape) };
  const next = adamwStep(moments, input("g", shape), input("scale", []), scalars, optimizer);
  addOutput(graph, "next w", next.weight);
  addOutput(graph, "next m", next.first);
  addOutput(graph, "next v", next.second);
  let expected = { w: 1.5, m: 0, v: 0 };
  let found = { ...expected };
  for (const [at, gradient] of [3, -1, 0.5, 0, 1e-6].entries()) {
    const step = at + 1;
    const rate = 0.01 * step;
    // The gradient counts half.
    expected = referenceStep(expected, gradient / 2, step, rate, decays ? 0.1 : 0);
    const values = Object.entries({ ...found, g: gradient, scale: 0.5, ...scalarValues(step, rate, optimizer) });
    const results = await evaluate(graph, Object.fromEntries(values.map(([name, value]) => [name, [value]])));
    const read = (name: string) => results[`next ${name}`]?.[0] as number;
    found = { w: read("w"), m: read("m"), v: read("v") };
    expect(found.w).toBeCloseTo(expected.w, 12);
    expect(found.m).toBeCloseTo(expected.m, 12);
    expect(found.v).toBeCloseTo(expected.v, 12);
  }
});

test("gradients longer than the limit are cut to it, all by the same factor", async () => {
  const graph = createGraph();
  const norm = globalNorm([addInput(graph, "a", "float64", [2]), addInput(graph, "b", "float64", [1, 1])]);
  addOutput(graph, "norm", norm);
  addOutput(graph, "cut", clipScale(norm, 3.5));
  addOutput(graph, "whole", clipScale(norm, 10));
  addOutput(graph, "free", clipScale(norm, null));
  const { norm: length, cut, whole, free } = await evaluate(graph, { a: [2, 3], b: [6] });
  expect(length).toEqual([7]);
  expect(cut?.[0]).toBeCloseTo(0.5, 6);
  expect([whole, free]).toEqual([[1], [1]]);
});

describe("learningRate", () => {
  const schedule = { peak: 2, warmupSteps: 4, totalSteps: 12, shape: "cosine" } as const;
  const at = (steps: number[], shape: "constant" | "linear" | "cosine" = "cosine") =>
    steps.map((step) => learningRate({ ...schedule, shape }, step));

  test("goes up in a line and then as its shape says", () => {
    expect(at([0, 1, 2, 4])).toEqual([0, 0.5, 1, 2]);
    expect(at([8, 12, 40]).map((rate) => Math.round(rate * 1e12) / 1e12)).toEqual([1, 0, 0]);
    expect(at([6, 8, 10, 12, 40], "linear")).toEqual([1.5, 1, 0.5, 0, 0]);
    expect(at([2, 4, 40], "constant")).toEqual([1, 2, 2]);
  });

  test("begins at its peak without a warm-up", () => {
    expect(learningRate({ ...schedule, warmupSteps: 0 }, 0)).toBe(2);
  });
});
