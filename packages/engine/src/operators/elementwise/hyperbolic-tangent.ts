import { scalarLike } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { multiply } from "./multiply.ts";
import { subtract } from "./subtract.ts";
import { unary } from "./unary.ts";

/** tanh x. */
export function hyperbolicTangent(x: Tensor): Tensor {
  return unary("Tanh", x, Math.tanh, (_x, result, gradient) =>
    multiply(gradient, subtract(scalarLike(x, 1), multiply(result, result))),
  );
}
