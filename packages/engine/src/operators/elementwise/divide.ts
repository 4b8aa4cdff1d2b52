import type { Tensor } from "../../graph/tensor.ts";
import { sumTo } from "../reduction/sum-to.ts";
import { binary } from "./binary.ts";
import { multiply } from "./multiply.ts";
import { negate } from "./negate.ts";

/** a / b, element by element. */
export function divide(a: Tensor, b: Tensor): Tensor {
  const compute = (left: number, right: number) => left / right;
  const quotient: Tensor = binary("Div", a, b, compute, (gradient) => [
    () => sumTo(divide(gradient, b), a.shape),
    () => sumTo(negate(multiply(gradient, divide(quotient, b))), b.shape),
  ]);
  return quotient;
}
