import { multiply } from "../operators/elementwise/multiply.ts";
import { reshape } from "../operators/shape/reshape.ts";
import { slice } from "../operators/shape/slice.ts";
import { addNode, scalarLike } from "./graph.ts";
import { sizeOf } from "./shape.ts";
import type { Tensor } from "./tensor.ts";

/**
 * The same numbers, but nothing that is made from the result can run before `earlier` is there.
 *
 * ONNX has no such edge, so 0 · `earlier` is added, one element of it. It also makes what follows another computation than
 * the one on `tensor`, which the runtime would otherwise merge with it. Gradients pass to `tensor`.
 */
export function runAfter(tensor: Tensor, earlier: Tensor): Tensor {
  const first = reshape(slice(reshape(earlier, [sizeOf(earlier.shape)]), 0, 0, 1), []);
  const nothing = multiply(first, scalarLike(first, 0));
  return addNode({
    operator: "Add",
    inputs: [tensor, nothing],
    type: tensor.type,
    shape: tensor.shape,
    gradient: (gradient) => [() => gradient, null],
  });
}
