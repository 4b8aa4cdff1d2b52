import { addNode } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { dataOf } from "../../onnx/data-type.ts";

/** A call of an elementwise operator of one tensor. `slope` gives the gradient by the input from input, result, gradient. */
export function unary(
  operator: string,
  x: Tensor,
  compute: (x: number) => number,
  slope: (x: Tensor, result: Tensor, gradient: Tensor) => Tensor,
): Tensor {
  const result: Tensor = addNode({
    operator,
    inputs: [x],
    type: x.type,
    shape: x.shape,
    gradient: (gradient) => [() => slope(x, result, gradient)],
    evaluate: ({ data }) =>
      dataOf(
        x.type,
        Array.from(data as Float64Array, (value) => compute(Number(value))),
      ),
  });
  return result;
}
