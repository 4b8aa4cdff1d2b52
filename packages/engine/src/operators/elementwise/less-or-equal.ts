import { addNode } from "../../graph/graph.ts";
import { broadcastShape } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";

/** a ≤ b, element by element, as `bool`. No gradient. */
export function lessOrEqual(a: Tensor, b: Tensor): Tensor {
  const shape = broadcastShape(a.shape, b.shape, "LessOrEqual");
  return addNode({ operator: "LessOrEqual", inputs: [a, b], type: "bool", shape });
}
