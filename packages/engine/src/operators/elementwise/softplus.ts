import type { Tensor } from "../../graph/tensor.ts";
import { multiply } from "./multiply.ts";
import { sigmoid } from "./sigmoid.ts";
import { unary } from "./unary.ts";

/** ln(1 + eˣ), without overflow for large x. */
export function softplus(x: Tensor): Tensor {
  return unary(
    "Softplus",
    x,
    (value) => Math.max(value, 0) + Math.log1p(Math.exp(-Math.abs(value))),
    (_x, _result, gradient) => multiply(gradient, sigmoid(x)),
  );
}
