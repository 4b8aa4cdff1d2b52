import { scalarLike } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { multiply } from "./multiply.ts";
import { subtract } from "./subtract.ts";
import { unary } from "./unary.ts";

/** 1 / (1 + e⁻ˣ). */
export function sigmoid(x: Tensor): Tensor {
  return unary(
    "Sigmoid",
    x,
    (value) => 1 / (1 + Math.exp(-value)),
    (_x, result, gradient) => multiply(gradient, multiply(result, subtract(scalarLike(x, 1), result))),
  );
}
