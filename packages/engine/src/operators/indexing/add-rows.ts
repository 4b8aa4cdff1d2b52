import { addNode } from "../../graph/graph.ts";
import { doNotFit, sameShape, sizeOf } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { reshape } from "../shape/reshape.ts";
import { gatherRows } from "./gather-rows.ts";
import { zeros } from "./zeros.ts";

/** A table of zeros with rows added to it at whole-number indices; rows with the same index add up. */
export function addRows(shape: readonly number[], indices: Tensor, rows: Tensor): Tensor {
  const rowShape = shape.slice(1);
  if (!sameShape(rows.shape, [...indices.shape, ...rowShape])) throw doNotFit("ScatterND", shape, rows.shape);
  const count = sizeOf(indices.shape);
  return addNode({
    operator: "ScatterND",
    inputs: [zeros(rows, shape), reshape(indices, [count, 1]), reshape(rows, [count, ...rowShape])],
    attributes: { reduction: { text: "add" } },
    type: rows.type,
    shape,
    gradient: (gradient) => [
      null,
      null,
      () => reshape(gatherRows(gradient, reshape(indices, [count])), [count, ...rowShape]),
    ],
  });
}
