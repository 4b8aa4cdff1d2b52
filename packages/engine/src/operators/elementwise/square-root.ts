import { scalarLike } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { divide } from "./divide.ts";
import { multiply } from "./multiply.ts";
import { unary } from "./unary.ts";

/** √x. */
export function squareRoot(x: Tensor): Tensor {
  return unary("Sqrt", x, Math.sqrt, (_x, result, gradient) => divide(multiply(gradient, scalarLike(x, 0.5)), result));
}
