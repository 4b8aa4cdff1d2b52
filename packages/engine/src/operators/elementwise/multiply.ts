import { sameShape } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { sumTo } from "../reduction/sum-to.ts";
import { binary, uniformValue } from "./binary.ts";

/** a · b, element by element. Multiplying by a constant 1 gives the tensor itself. */
export function multiply(a: Tensor, b: Tensor): Tensor {
  const compute = (left: number, right: number) => left * right;
  const product = binary("Mul", a, b, compute, (gradient) => [
    () => sumTo(multiply(gradient, b), a.shape),
    () => sumTo(multiply(gradient, a), b.shape),
  ]);
  if (uniformValue(b) === 1 && sameShape(product.shape, a.shape)) return a;
  if (uniformValue(a) === 1 && sameShape(product.shape, b.shape)) return b;
  return product;
}
