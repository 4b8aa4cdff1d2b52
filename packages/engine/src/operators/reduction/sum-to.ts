import type { Tensor } from "../../graph/tensor.ts";
import { reshape } from "../shape/reshape.ts";
import { reduceSum } from "./reduce-sum.ts";

/** Sum over the axes along which a tensor of `shape` was repeated by broadcasting: the gradient of broadcasting. */
export function sumTo(tensor: Tensor, shape: readonly number[]): Tensor {
  const lead = tensor.shape.length - shape.length;
  const axes = tensor.shape.flatMap((size, axis) =>
    axis < lead || (shape[axis - lead] === 1 && size > 1) ? [axis] : [],
  );
  return reshape(reduceSum(tensor, axes), shape);
}
