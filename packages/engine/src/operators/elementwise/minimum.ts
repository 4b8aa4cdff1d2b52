import { scalarLike } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { sumTo } from "../reduction/sum-to.ts";
import { binary } from "./binary.ts";
import { cast } from "./cast.ts";
import { lessOrEqual } from "./less-or-equal.ts";
import { multiply } from "./multiply.ts";
import { subtract } from "./subtract.ts";

/** The smaller of a and b, element by element. Where they are equal the gradient goes to `a`. */
export function minimum(a: Tensor, b: Tensor): Tensor {
  return binary("Min", a, b, Math.min, (gradient) => {
    const takesFirst = cast(lessOrEqual(a, b), a.type);
    return [
      () => sumTo(multiply(gradient, takesFirst), a.shape),
      () => sumTo(multiply(gradient, subtract(scalarLike(a, 1), takesFirst)), b.shape),
    ];
  });
}
