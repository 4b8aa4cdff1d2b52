import type { Tensor } from "../../graph/tensor.ts";
import { sumTo } from "../reduction/sum-to.ts";
import { binary } from "./binary.ts";
import { negate } from "./negate.ts";

/** a − b. */
export function subtract(a: Tensor, b: Tensor): Tensor {
  const compute = (left: number, right: number) => left - right;
  return binary("Sub", a, b, compute, (gradient) => [
    () => sumTo(gradient, a.shape),
    () => negate(sumTo(gradient, b.shape)),
  ]);
}
