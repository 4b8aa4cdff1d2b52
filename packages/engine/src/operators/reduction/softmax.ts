import { addNode } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { multiply } from "../elementwise/multiply.ts";
import { subtract } from "../elementwise/subtract.ts";
import { reduceSum } from "./reduce-sum.ts";

/** eˣ over its sum along the last axis. */
export function softmax(x: Tensor): Tensor {
  const result: Tensor = addNode({
    operator: "Softmax",
    inputs: [x],
    attributes: { axis: { int: -1 } },
    type: x.type,
    shape: x.shape,
    gradient: (gradient) => [
      () => multiply(result, subtract(gradient, reduceSum(multiply(gradient, result), [-1], true))),
    ],
  });
  return result;
}
