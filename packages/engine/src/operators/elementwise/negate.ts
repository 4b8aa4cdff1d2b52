import type { Tensor } from "../../graph/tensor.ts";
import { unary } from "./unary.ts";

/** −x. */
export function negate(x: Tensor): Tensor {
  return unary(
    "Neg",
    x,
    (value) => -value,
    (_x, _result, gradient) => negate(gradient),
  );
}
