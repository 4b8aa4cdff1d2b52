import { scalarLike, withGradient } from "../graph/graph.ts";
import type { Tensor } from "../graph/tensor.ts";
import { add } from "../operators/elementwise/add.ts";
import { multiply } from "../operators/elementwise/multiply.ts";
import { sigmoid } from "../operators/elementwise/sigmoid.ts";
import { subtract } from "../operators/elementwise/subtract.ts";

/** x · sigmoid(x). Source: docs/papers.md#silu. */
export function silu(x: Tensor): Tensor {
  const gate = sigmoid(x);
  const result: Tensor = multiply(x, gate);
  return withGradient(result, [x], (gradient) => [
    () => multiply(gradient, add(gate, multiply(result, subtract(scalarLike(x, 1), gate)))),
  ]);
}
