import { addNode, wholeNumbers } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { dataOf } from "../../onnx/data-type.ts";

/** Zeros of a tensor's type, made at run time: as a constant, those of an embedding would lie in the model's file. */
export function zeros(like: Tensor, shape: readonly number[]): Tensor {
  const value = { type: like.type, shape: [1], data: dataOf(like.type, [0]) };
  return addNode({
    operator: "ConstantOfShape",
    inputs: [wholeNumbers(like.graph, shape)],
    attributes: { value: { tensor: value } },
    type: like.type,
    shape,
  });
}
