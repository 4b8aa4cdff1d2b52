import type { Tensor } from "../../graph/tensor.ts";
import { multiply } from "./multiply.ts";
import { negate } from "./negate.ts";
import { unary } from "./unary.ts";

/** 1 / x. */
export function reciprocal(x: Tensor): Tensor {
  return unary(
    "Reciprocal",
    x,
    (value) => 1 / value,
    (_x, result, gradient) => negate(multiply(gradient, multiply(result, result))),
  );
}
