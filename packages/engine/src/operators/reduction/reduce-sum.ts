import { addNode, wholeNumbers } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { expand } from "../shape/expand.ts";
import { reshape } from "../shape/reshape.ts";
import { reducedShape } from "./reduced-shape.ts";

/** Sum over axes, by default over all. With `keep` the axes stay with size 1. */
export function reduceSum(
  tensor: Tensor,
  axes: readonly number[] = tensor.shape.map((_, axis) => axis),
  keep = false,
): Tensor {
  if (axes.length === 0) return tensor;
  return addNode({
    operator: "ReduceSum",
    inputs: [tensor, wholeNumbers(tensor.graph, axes)],
    attributes: { keepdims: { int: keep ? 1 : 0 } },
    type: tensor.type,
    shape: reducedShape(tensor.shape, axes, keep),
    gradient: (gradient) => [
      () => expand(reshape(gradient, reducedShape(tensor.shape, axes, true)), tensor.shape),
      null,
    ],
  });
}
