import { addNode, wholeNumbers } from "../../graph/graph.ts";
import { broadcastShape, doNotFit, sameShape } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { sumTo } from "../reduction/sum-to.ts";

/** The tensor repeated along its axes of size 1, and along new ones in front, up to a shape. */
export function expand(tensor: Tensor, shape: readonly number[]): Tensor {
  if (sameShape(tensor.shape, shape)) return tensor;
  if (!sameShape(broadcastShape(tensor.shape, shape, "Expand"), shape)) throw doNotFit("Expand", tensor.shape, shape);
  return addNode({
    operator: "Expand",
    inputs: [tensor, wholeNumbers(tensor.graph, shape)],
    type: tensor.type,
    shape,
    gradient: (gradient) => [() => sumTo(gradient, tensor.shape), null],
  });
}
