import type { Tensor } from "../../graph/tensor.ts";
import { divide } from "./divide.ts";
import { unary } from "./unary.ts";

/** Natural logarithm of x. */
export function logarithm(x: Tensor): Tensor {
  return unary("Log", x, Math.log, (_x, _result, gradient) => divide(gradient, x));
}
