import { addNode } from "../../graph/graph.ts";
import { doNotFit } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";

/** Which factors of a matrix product are taken transposed. */
export interface Transposed {
  readonly a?: boolean;
  readonly b?: boolean;
}

/** Product of two matrices, each as it is or transposed. The transposing costs nothing. */
export function gemm(a: Tensor, b: Tensor, transposed: Transposed = {}): Tensor {
  const { a: flipA = false, b: flipB = false } = transposed;
  const [rows, inner] = flipA ? [a.shape[1], a.shape[0]] : a.shape;
  const [innerB, columns] = flipB ? [b.shape[1], b.shape[0]] : b.shape;
  if (a.shape.length !== 2 || b.shape.length !== 2 || inner !== innerB) throw doNotFit("Gemm", a.shape, b.shape);
  return addNode({
    operator: "Gemm",
    inputs: [a, b],
    attributes: { transA: { int: Number(flipA) }, transB: { int: Number(flipB) } },
    type: a.type,
    shape: [rows as number, columns as number],
    gradient: (gradient) => [
      () => (flipA ? gemm(b, gradient, { a: flipB, b: true }) : gemm(gradient, b, { b: !flipB })),
      () => (flipB ? gemm(gradient, a, { a: true, b: flipA }) : gemm(a, gradient, { a: !flipA })),
    ],
  });
}
