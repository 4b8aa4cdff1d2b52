import { describe, expect, test } from "vitest";
import { addInput, addOutput, createGraph } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { checkGradients } from "../../testing/check-gradients.ts";
import { evaluate } from "../../testing/evaluate.ts";
import { multiply } from "../elementwise/multiply.ts";
import { logSoftmax } from "./log-softmax.ts";
import { reduceMean } from "./reduce-mean.ts";
import { reduceSum } from "./reduce-sum.ts";
import { softmax } from "./softmax.ts";
import { sumOfSquares } from "./sum-of-squares.ts";
import { sumTo } from "./sum-to.ts";

const squared = (x: Tensor) => multiply(x, x);

describe("has the gradient of finite differences", () => {
  test.each([
    { axes: [0], keep: false },
    { axes: [-1], keep: true },
    { axes: [0, 2], keep: false },
  ])("sum and mean over $axes, keep $keep", async ({ axes, keep }) => {
    await checkGradients({ shapes: [[2, 3, 2]], build: (x) => reduceSum(squared(x), axes, keep) });
    await checkGradients({ shapes: [[2, 3, 2]], build: (x) => reduceMean(squared(x), axes, keep) });
  });
  test("sum over everything", () => checkGradients({ shapes: [[2, 3]], build: (x) => reduceSum(squared(x)) }));
  test("sum of squares", async () => {
    await checkGradients({ shapes: [[2, 3]], build: sumOfSquares });
    await checkGradients({ shapes: [[]], build: sumOfSquares });
  });
  test("sum to a shape", () => checkGradients({ shapes: [[4, 2, 3]], build: (x) => sumTo(squared(x), [2, 1]) }));
  test("softmax", () => checkGradients({ shapes: [[2, 4]], build: softmax }));
  test("log-softmax", () => checkGradients({ shapes: [[2, 4]], build: logSoftmax }));
});

test("gives what numpy gives", async () => {
  const graph = createGraph();
  const x = addInput(graph, "x", "float64", [2, 3]);
  addOutput(graph, "sum", reduceSum(x));
  addOutput(graph, "rows", reduceSum(x, [1]));
  addOutput(graph, "mean", reduceMean(x, [0]));
  addOutput(graph, "squares", sumOfSquares(x));
  addOutput(graph, "single", sumTo(x, []));
  expect(await evaluate(graph, { x: [1, 2, 3, 4, 5, 6] })).toEqual({
    sum: [21],
    rows: [6, 15],
    mean: [2.5, 3.5, 4.5],
    squares: [91],
    single: [21],
  });
});

test("softmax and its logarithm do not overflow", async () => {
  const graph = createGraph();
  const x = addInput(graph, "x", "float32", [1, 2]);
  addOutput(graph, "p", softmax(x));
  addOutput(graph, "log", logSoftmax(x));
  expect(await evaluate(graph, { x: [1000, 0] })).toEqual({ p: [1, 0], log: [0, -1000] });
});
