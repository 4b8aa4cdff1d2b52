import type { Tensor } from "../../graph/tensor.ts";
import { multiply } from "./multiply.ts";
import { unary } from "./unary.ts";

/** eˣ. */
export function exponential(x: Tensor): Tensor {
  return unary("Exp", x, Math.exp, (_x, result, gradient) => multiply(gradient, result));
}
