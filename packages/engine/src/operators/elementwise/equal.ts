import { addNode } from "../../graph/graph.ts";
import { broadcastShape } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";

/** a = b, element by element, as `bool`. No gradient. */
export function equal(a: Tensor, b: Tensor): Tensor {
  const shape = broadcastShape(a.shape, b.shape, "Equal");
  return addNode({ operator: "Equal", inputs: [a, b], type: "bool", shape });
}
