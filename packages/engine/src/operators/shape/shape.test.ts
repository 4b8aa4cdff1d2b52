import { describe, expect, test } from "vitest";
import { addConstant, addInput, addOutput, createGraph } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { dataOf } from "../../onnx/data-type.ts";
import { checkGradients } from "../../testing/check-gradients.ts";
import { evaluate } from "../../testing/evaluate.ts";
import { multiply } from "../elementwise/multiply.ts";
import { concatenate } from "./concatenate.ts";
import { expand } from "./expand.ts";
import { reshape } from "./reshape.ts";
import { slice } from "./slice.ts";
import { transpose } from "./transpose.ts";

/** Squared first, so that the gradient is not the same everywhere. */
const squared = (x: Tensor) => multiply(x, x);

describe("has the gradient of finite differences", () => {
  test("reshape", () => checkGradients({ shapes: [[2, 6]], build: (x) => reshape(squared(x), [3, 4]) }));
  test("transpose", () => checkGradients({ shapes: [[2, 3, 4]], build: (x) => transpose(squared(x), [2, 0, 1]) }));
  test("expand", () => checkGradients({ shapes: [[2, 1]], build: (x) => expand(squared(x), [4, 2, 3]) }));
  test.each([
    [0, 2],
    [1, 2],
    [1, 4],
  ])("slice from %i to %i", (start, end) =>
    checkGradients({ shapes: [[2, 4, 2]], build: (x) => slice(squared(x), 1, start, end) }),
  );
  test("concatenate", () =>
    checkGradients({
      shapes: [
        [2, 1],
        [2, 3],
      ],
      build: (a, b) => concatenate([squared(a), b, squared(a)], -1),
    }));
});

test("gives what numpy gives", async () => {
  const graph = createGraph();
  const x = addInput(graph, "x", "int64", [2, 3]);
  addOutput(graph, "transposed", transpose(x, [1, 0]));
  addOutput(graph, "sliced", slice(x, -1, 1, 3));
  addOutput(graph, "joined", concatenate([x, slice(x, 0, 0, 1)], 0));
  addOutput(graph, "expanded", expand(slice(x, 1, 0, 1), [2, 2]));
  expect(await evaluate(graph, { x: [1, 2, 3, 4, 5, 6] })).toEqual({
    transposed: [1, 4, 2, 5, 3, 6],
    sliced: [2, 3, 5, 6],
    joined: [1, 2, 3, 4, 5, 6, 1, 2, 3],
    expanded: [1, 1, 4, 4],
  });
});

test("what changes nothing gives the tensor itself", () => {
  const graph = createGraph();
  const x = addInput(graph, "x", "float32", [2, 3]);
  expect(reshape(x, [2, 3])).toBe(x);
  expect(transpose(x, [0, 1])).toBe(x);
  expect(slice(x, 1, 0, 3)).toBe(x);
  expect(expand(x, [2, 3])).toBe(x);
  expect(concatenate([x], 0)).toBe(x);
});

test("a constant with other sizes is a constant", () => {
  const graph = createGraph();
  const constant = addConstant(graph, { type: "float32", shape: [4], data: dataOf("float32", [1, 2, 3, 4]) });
  expect(graph.constants.get(reshape(constant, [2, 2]).name)?.shape).toEqual([2, 2]);
});

test("sizes that do not fit are refused with their values", () => {
  const x = addInput(createGraph(), "x", "float32", [2, 3]);
  expect(() => reshape(x, [4])).toThrow("Reshape: shapes 2×3 and 4 do not fit");
  expect(() => transpose(x, [0, 0])).toThrow("Transpose: [0,0] is no order of the axes of 2×3");
  expect(() => slice(x, 1, 2, 4)).toThrow("Slice: 2 to 4 of axis 1 of 2×3");
  expect(() => slice(x, 2, 0, 1)).toThrow("Slice: a tensor of shape 2×3 has no axis 2");
  expect(() => expand(x, [2, 1])).toThrow("Expand: shapes 2×3 and 2×1 do not fit");
  expect(() => concatenate([x, reshape(x, [3, 2])], 0)).toThrow("Concat: shapes 2×3 and 3×2 do not fit");
  expect(() => concatenate([], 0)).toThrow("Concat: no tensors");
});
