import { scalarLike } from "../graph/graph.ts";
import type { Tensor } from "../graph/tensor.ts";
import { add } from "../operators/elementwise/add.ts";
import { divide } from "../operators/elementwise/divide.ts";
import { minimum } from "../operators/elementwise/minimum.ts";
import { squareRoot } from "../operators/elementwise/square-root.ts";
import { sumOfSquares } from "../operators/reduction/sum-of-squares.ts";

/** Length of all gradients taken as one vector. */
export function globalNorm(gradients: readonly Tensor[]): Tensor {
  return squareRoot(gradients.map(sumOfSquares).reduce(add));
}

/**
 * What all gradients are multiplied with so that their global norm is at most `limit`; 1 without a limit (null).
 *
 * As in PyTorch, 10⁻⁶ is added to the norm. Source: docs/papers.md#gradient-clipping.
 */
export function clipScale(norm: Tensor, limit: number | null): Tensor {
  if (limit === null) return scalarLike(norm, 1);
  return minimum(scalarLike(norm, 1), divide(scalarLike(norm, limit), add(norm, scalarLike(norm, 1e-6))));
}
