import { withGradient } from "../graph/graph.ts";
import type { Tensor } from "../graph/tensor.ts";
import { add } from "../operators/elementwise/add.ts";
import { multiply } from "../operators/elementwise/multiply.ts";
import { subtract } from "../operators/elementwise/subtract.ts";
import { concatenate } from "../operators/shape/concatenate.ts";
import { slice } from "../operators/shape/slice.ts";

/** Angles of rotary position embedding, as tensors that broadcast against what is rotated. */
export interface RotaryTables {
  /** (…, time, head size): the cosines, twice side by side. */
  readonly cosine: Tensor;
  /** (…, time, head size): the sines, negated and then as they are. */
  readonly signedSine: Tensor;
}

/**
 * Rotates each pair (xᵢ, xᵢ₊ₙ), n half the head size, by an angle that grows with the position.
 *
 * x: (…, time, head size). Source: docs/papers.md#rotary-position-embedding.
 */
export function rotary(x: Tensor, { cosine, signedSine }: RotaryTables): Tensor {
  const rotated = add(multiply(x, cosine), multiply(swapHalves(x), signedSine));
  // Back by the same angle: a rotation's transpose is its inverse.
  return withGradient(rotated, [x], (gradient) => [
    () => subtract(multiply(gradient, cosine), multiply(swapHalves(gradient), signedSine)),
  ]);
}

function swapHalves(x: Tensor): Tensor {
  const size = x.shape.at(-1) as number;
  return concatenate([slice(x, -1, size / 2, size), slice(x, -1, 0, size / 2)], -1);
}
