import { addNode } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { exponential } from "../elementwise/exponential.ts";
import { multiply } from "../elementwise/multiply.ts";
import { subtract } from "../elementwise/subtract.ts";
import { reduceSum } from "./reduce-sum.ts";

/** Logarithm of the softmax along the last axis. */
export function logSoftmax(x: Tensor): Tensor {
  const result: Tensor = addNode({
    operator: "LogSoftmax",
    inputs: [x],
    attributes: { axis: { int: -1 } },
    type: x.type,
    shape: x.shape,
    gradient: (gradient) => [() => subtract(gradient, multiply(exponential(result), reduceSum(gradient, [-1], true)))],
  });
  return result;
}
