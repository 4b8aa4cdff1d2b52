import { addNode, scalarLike, wholeNumbers } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { multiply } from "../elementwise/multiply.ts";

/** Sum of the squares of all elements, a scalar. */
export function sumOfSquares(tensor: Tensor): Tensor {
  if (tensor.shape.length === 0) return multiply(tensor, tensor);
  return addNode({
    operator: "ReduceSumSquare",
    inputs: [
      tensor,
      wholeNumbers(
        tensor.graph,
        tensor.shape.map((_, axis) => axis),
      ),
    ],
    attributes: { keepdims: { int: 0 } },
    type: tensor.type,
    shape: [],
    gradient: (gradient) => [() => multiply(multiply(gradient, scalarLike(tensor, 2)), tensor), null],
  });
}
