import { addNode } from "../../graph/graph.ts";
import { doNotFit, sameShape } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";
import type { Transposed } from "./gemm.ts";

/**
 * Products of the matrices in the last two axes, times `scale`; the axes before them are equal in both.
 *
 * ONNX Runtime's own FusedMatMul: it transposes and scales while it multiplies, where the standard MatMul needs copies.
 */
export function batchedProduct(a: Tensor, b: Tensor, transposed: Transposed = {}, scale = 1): Tensor {
  const { a: flipA = false, b: flipB = false } = transposed;
  const batch = a.shape.slice(0, -2);
  const [rows, inner] = ends(a.shape, flipA);
  const [innerB, columns] = ends(b.shape, flipB);
  const fits = a.shape.length >= 2 && sameShape(batch, b.shape.slice(0, -2)) && inner === innerB;
  if (!fits) throw doNotFit("FusedMatMul", a.shape, b.shape);
  const product = (left: Tensor, right: Tensor, flips: Transposed) => batchedProduct(left, right, flips, scale);
  return addNode({
    operator: "FusedMatMul",
    domain: "com.microsoft",
    inputs: [a, b],
    attributes: { transA: { int: Number(flipA) }, transB: { int: Number(flipB) }, alpha: { float: scale } },
    type: a.type,
    shape: [...batch, rows as number, columns as number],
    gradient: (gradient) => [
      () => (flipA ? product(b, gradient, { a: flipB, b: true }) : product(gradient, b, { b: !flipB })),
      () => (flipB ? product(gradient, a, { a: true, b: flipA }) : product(a, gradient, { a: !flipA })),
    ],
  });
}

function ends(shape: readonly number[], flipped: boolean): readonly (number | undefined)[] {
  const [rows, columns] = shape.slice(-2);
  return flipped ? [columns, rows] : [rows, columns];
}
