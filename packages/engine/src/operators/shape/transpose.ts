import { MemopError } from "@memop/core";
import { addNode } from "../../graph/graph.ts";
import { showShape } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";

/** The axes in another order: axis i of the result is axis `order[i]` of the tensor. */
export function transpose(tensor: Tensor, order: readonly number[]): Tensor {
  const axes = tensor.shape.map((_, axis) => axis);
  if (order.length !== axes.length || axes.some((axis) => !order.includes(axis))) {
    throw new MemopError("BAD_USAGE", `Transpose: [${order}] is no order of the axes of ${showShape(tensor.shape)}`);
  }
  if (order.every((axis, at) => axis === at)) return tensor;
  return addNode({
    operator: "Transpose",
    inputs: [tensor],
    attributes: { perm: { ints: order } },
    type: tensor.type,
    shape: order.map((axis) => tensor.shape[axis] as number),
    gradient: (gradient) => [
      () =>
        transpose(
          gradient,
          axes.map((axis) => order.indexOf(axis)),
        ),
    ],
  });
}
