import { addNode, scalarLike, wholeNumbers } from "../../graph/graph.ts";
import { sizeOf } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { multiply } from "../elementwise/multiply.ts";
import { expand } from "../shape/expand.ts";
import { reshape } from "../shape/reshape.ts";
import { reducedShape } from "./reduced-shape.ts";

/** Mean over axes. With `keep` the axes stay with size 1. */
export function reduceMean(tensor: Tensor, axes: readonly number[], keep = false): Tensor {
  const shape = reducedShape(tensor.shape, axes, keep);
  const share = sizeOf(shape) / sizeOf(tensor.shape);
  return addNode({
    operator: "ReduceMean",
    inputs: [tensor, wholeNumbers(tensor.graph, axes)],
    attributes: { keepdims: { int: keep ? 1 : 0 } },
    type: tensor.type,
    shape,
    gradient: (gradient) => [
      () => {
        const scaled = multiply(gradient, scalarLike(gradient, share));
        return expand(reshape(scaled, reducedShape(tensor.shape, axes, true)), tensor.shape);
      },
      null,
    ],
  });
}
