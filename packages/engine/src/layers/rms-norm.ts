import { scalarLike, withGradient } from "../graph/graph.ts";
import type { Tensor } from "../graph/tensor.ts";
import { add } from "../operators/elementwise/add.ts";
import { multiply } from "../operators/elementwise/multiply.ts";
import { reciprocal } from "../operators/elementwise/reciprocal.ts";
import { squareRoot } from "../operators/elementwise/square-root.ts";
import { subtract } from "../operators/elementwise/subtract.ts";
import { reduceMean } from "../operators/reduction/reduce-mean.ts";
import { sumTo } from "../operators/reduction/sum-to.ts";

/**
 * x over its root mean square along the last axis, times a weight per column. Source: docs/papers.md#rmsnorm.
 */
export function rmsNorm(x: Tensor, weight: Tensor, epsilon: number): Tensor {
  const meanSquare = reduceMean(multiply(x, x), [-1], true);
  const scale = reciprocal(squareRoot(add(meanSquare, scalarLike(x, epsilon))));
  const normal = multiply(x, scale);
  return withGradient(multiply(normal, weight), [x, weight], (gradient) => [
    () => {
      // The part along the row itself falls away: scaling a row does not change its normal.
      const inner = multiply(gradient, weight);
      const along = reduceMean(multiply(inner, normal), [-1], true);
      return multiply(scale, subtract(inner, multiply(normal, along)));
    },
    () => sumTo(multiply(gradient, normal), weight.shape),
  ]);
}
