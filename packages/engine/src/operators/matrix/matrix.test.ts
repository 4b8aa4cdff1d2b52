import { describe, expect, test } from "vitest";
import { addInput, addOutput, createGraph } from "../../graph/graph.ts";
import { checkGradients } from "../../testing/check-gradients.ts";
import { evaluate } from "../../testing/evaluate.ts";
import { batchedProduct } from "./batched-product.ts";
import { gemm } from "./gemm.ts";

const flips = [
  { a: false, b: false },
  { a: true, b: false },
  { a: false, b: true },
  { a: true, b: true },
];

describe.each(flips)("transposed $a and $b", (transposed) => {
  const left = transposed.a ? [4, 3] : [3, 4];
  const right = transposed.b ? [2, 4] : [4, 2];

  test("gemm has the gradient of finite differences", () =>
    checkGradients({ shapes: [left, right], build: (a, b) => gemm(a, b, transposed) }));

  test("batchedProduct has the gradient of finite differences", () =>
    checkGradients({
      shapes: [
        [2, 2, ...left],
        [2, 2, ...right],
      ],
      build: (a, b) => batchedProduct(a, b, transposed, 0.5),
    }));

  test("both give the product", async () => {
    const graph = createGraph();
    const a = addInput(graph, "a", "float32", left);
    const b = addInput(graph, "b", "float32", right);
    addOutput(graph, "gemm", gemm(a, b, transposed));
    addOutput(graph, "batched", batchedProduct(a, b, transposed, 2));
    const numbers = (length: number) => Array.from({ length }, (_, at) => at + 1);
    const [x, y] = [numbers(12), numbers(8)];
    const at = (values: number[], width: number, flip: boolean, row: number, column: number) =>
      (flip ? values[column * width + row] : values[row * width + column]) as number;
    const expected = [0, 1, 2].flatMap((row) =>
      [0, 1].map((column) =>
        [0, 1, 2, 3].reduce(
          (sum, k) =>
            sum + at(x, left[1] as number, transposed.a, row, k) * at(y, right[1] as number, transposed.b, k, column),
          0,
        ),
      ),
    );
    const results = await evaluate(graph, { a: x, b: y });
    expect(results.gemm).toEqual(expected);
    expect(results.batched).toEqual(expected.map((value) => 2 * value));
  });
});

test("sizes that do not fit are refused with their values", () => {
  const graph = createGraph();
  const a = addInput(graph, "a", "float32", [2, 3]);
  const b = addInput(graph, "b", "float32", [2, 2, 3]);
  expect(() => gemm(a, a)).toThrow("Gemm: shapes 2×3 and 2×3 do not fit");
  expect(() => batchedProduct(a, b)).toThrow("FusedMatMul: shapes 2×3 and 2×2×3 do not fit");
});
