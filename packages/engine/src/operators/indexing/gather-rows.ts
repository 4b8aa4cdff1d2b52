import { addNode } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { addRows } from "./add-rows.ts";

/** Rows of a table (its first axis) by whole-number indices, which must lie in the table. */
export function gatherRows(table: Tensor, indices: Tensor): Tensor {
  return addNode({
    operator: "Gather",
    inputs: [table, indices],
    attributes: { axis: { int: 0 } },
    type: table.type,
    shape: [...indices.shape, ...table.shape.slice(1)],
    gradient: (gradient) => [() => addRows(table.shape, indices, gradient), null],
  });
}
