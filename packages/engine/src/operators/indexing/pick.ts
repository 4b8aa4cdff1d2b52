import { addNode } from "../../graph/graph.ts";
import { doNotFit } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { reshape } from "../shape/reshape.ts";
import { zeros } from "./zeros.ts";

/** One element of each row of a matrix: x[i, columns[i]]. */
export function pick(matrix: Tensor, columns: Tensor): Tensor {
  const [rows] = matrix.shape;
  if (matrix.shape.length !== 2 || columns.shape.length !== 1 || columns.shape[0] !== rows) {
    throw doNotFit("GatherElements", matrix.shape, columns.shape);
  }
  const places = reshape(columns, [rows as number, 1]);
  const picked = addNode({
    operator: "GatherElements",
    inputs: [matrix, places],
    attributes: { axis: { int: 1 } },
    type: matrix.type,
    shape: places.shape,
    gradient: (gradient) => [
      () => addToElements(zeros(matrix, matrix.shape), columns, reshape(gradient, [rows as number])),
      null,
    ],
  });
  return reshape(picked, [rows as number]);
}

/** A matrix with one number added to one element of each row: x[i, columns[i]] + values[i]. */
export function addToElements(matrix: Tensor, columns: Tensor, values: Tensor): Tensor {
  const [rows] = matrix.shape;
  const list = [rows as number, 1];
  return addNode({
    operator: "ScatterElements",
    inputs: [matrix, reshape(columns, list), reshape(values, list)],
    attributes: { axis: { int: 1 }, reduction: { text: "add" } },
    type: matrix.type,
    shape: matrix.shape,
    gradient: (gradient) => [() => gradient, null, () => reshape(pick(gradient, columns), list)],
  });
}
