import { addNode, wholeNumbers } from "../../graph/graph.ts";
import { doNotFit, sameShape, sizeOf } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { reshape } from "../shape/reshape.ts";
import { gatherRows } from "./gather-rows.ts";
import { zeros } from "./zeros.ts";

/**
 * A table of zeros with rows added to it at whole-number indices; rows with the same index add up, in their order.
 *
 * By ScatterElements: the runtime's ScatterND adds from several threads at once and loses additions on the CPU when an
 * index comes twice.
 */
export function addRows(shape: readonly number[], indices: Tensor, rows: Tensor): Tensor {
  const rowShape = shape.slice(1);
  if (!sameShape(rows.shape, [...indices.shape, ...rowShape])) {
    throw doNotFit("ScatterElements", shape, rows.shape);
  }
  const count = sizeOf(indices.shape);
  const width = sizeOf(rowShape);
  const flat = [shape[0] as number, width];
  const places = addNode({
    operator: "Expand",
    inputs: [reshape(indices, [count, 1]), wholeNumbers(indices.graph, [count, width])],
    type: indices.type,
    shape: [count, width],
  });
  const sums = addNode({
    operator: "ScatterElements",
    inputs: [zeros(rows, flat), places, reshape(rows, [count, width])],
    attributes: { axis: { int: 0 }, reduction: { text: "add" } },
    type: rows.type,
    shape: flat,
    gradient: (gradient) => [null, null, () => gatherRows(gradient, reshape(indices, [count]))],
  });
  return reshape(sums, shape);
}
