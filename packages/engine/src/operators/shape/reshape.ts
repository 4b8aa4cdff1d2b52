import { addNode, wholeNumbers } from "../../graph/graph.ts";
import { doNotFit, sameShape, sizeOf } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";

/** The same elements in the same order with other sizes. Costs nothing at run time. */
export function reshape(tensor: Tensor, shape: readonly number[]): Tensor {
  if (sameShape(tensor.shape, shape)) return tensor;
  if (sizeOf(tensor.shape) !== sizeOf(shape)) throw doNotFit("Reshape", tensor.shape, shape);
  return addNode({
    operator: "Reshape",
    inputs: [tensor, wholeNumbers(tensor.graph, shape)],
    type: tensor.type,
    shape,
    gradient: (gradient) => [() => reshape(gradient, tensor.shape), null],
    evaluate: ({ data }) => data,
  });
}
