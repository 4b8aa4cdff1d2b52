import { describe, expect, test } from "vitest";
import { addConstant, addInput, addOutput, createGraph } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { dataOf } from "../../onnx/data-type.ts";
import { checkGradients } from "../../testing/check-gradients.ts";
import { evaluate } from "../../testing/evaluate.ts";
import { multiply } from "../elementwise/multiply.ts";
import { addRows } from "./add-rows.ts";
import { gatherRows } from "./gather-rows.ts";
import { addToElements, pick } from "./pick.ts";

const squared = (x: Tensor) => multiply(x, x);
const whole = (like: Tensor, shape: number[], values: number[]) =>
  addConstant(like.graph, { type: "int64", shape, data: dataOf("int64", values) });

describe("has the gradient of finite differences", () => {
  test("rows taken twice and never", () =>
    checkGradients({ shapes: [[4, 2]], build: (x) => gatherRows(squared(x), whole(x, [2, 2], [1, 3, 1, 0])) }));
  test("rows added twice and never", () =>
    checkGradients({ shapes: [[3, 2]], build: (x) => addRows([4, 2], whole(x, [3], [1, 3, 1]), squared(x)) }));
  test("picked elements", () =>
    checkGradients({ shapes: [[3, 4]], build: (x) => pick(squared(x), whole(x, [3], [3, 0, 3])) }));
  test("numbers added to elements", () =>
    checkGradients({
      shapes: [[3, 4], [3]],
      build: (x, y) => addToElements(squared(x), whole(x, [3], [3, 0, 3]), squared(y)),
    }));
});

test("gives what numpy gives", async () => {
  const graph = createGraph();
  const x = addInput(graph, "x", "float32", [2, 3]);
  const at = addInput(graph, "at", "int64", [2]);
  addOutput(graph, "rows", gatherRows(x, at));
  addOutput(graph, "added", addRows([2, 3], at, x));
  addOutput(graph, "picked", pick(x, at));
  expect(await evaluate(graph, { x: [1, 2, 3, 4, 5, 6], at: [1, 1] })).toEqual({
    rows: [4, 5, 6, 4, 5, 6],
    added: [0, 0, 0, 5, 7, 9],
    picked: [2, 5],
  });
});

test("shapes that do not fit are refused", () => {
  const graph = createGraph();
  const x = addInput(graph, "x", "float32", [2, 3]);
  const at = addInput(graph, "at", "int64", [3]);
  expect(() => pick(x, at)).toThrow("GatherElements: shapes 2×3 and 3 do not fit");
  expect(() => addRows([4, 3], at, x)).toThrow("ScatterElements: shapes 4×3 and 2×3 do not fit");
});
