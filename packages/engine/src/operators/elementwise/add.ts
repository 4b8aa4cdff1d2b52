import { sameShape } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { sumTo } from "../reduction/sum-to.ts";
import { binary, uniformValue } from "./binary.ts";

/** a + b. Adding a constant 0 gives the tensor itself. */
export function add(a: Tensor, b: Tensor): Tensor {
  const compute = (left: number, right: number) => left + right;
  const sum = binary("Add", a, b, compute, (gradient) => [
    () => sumTo(gradient, a.shape),
    () => sumTo(gradient, b.shape),
  ]);
  if (uniformValue(b) === 0 && sameShape(sum.shape, a.shape)) return a;
  if (uniformValue(a) === 0 && sameShape(sum.shape, b.shape)) return b;
  return sum;
}
