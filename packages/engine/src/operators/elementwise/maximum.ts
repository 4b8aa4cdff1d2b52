import type { Tensor } from "../../graph/tensor.ts";
import { minimum } from "./minimum.ts";
import { negate } from "./negate.ts";

/** The larger of a and b, element by element: −min(−a, −b). Where they are equal the gradient goes to `a`. */
export function maximum(a: Tensor, b: Tensor): Tensor {
  return negate(minimum(negate(a), negate(b)));
}
