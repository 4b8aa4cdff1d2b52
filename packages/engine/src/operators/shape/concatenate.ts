import { MemopError } from "@memop/core";
import { addNode } from "../../graph/graph.ts";
import { axisOf, doNotFit } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { slice } from "./slice.ts";

/** Tensors one after the other along one axis; all other sizes are equal. */
export function concatenate(tensors: readonly Tensor[], axis: number): Tensor {
  const [first, ...rest] = tensors;
  if (!first) throw new MemopError("BAD_USAGE", "Concat: no tensors");
  if (rest.length === 0) return first;
  const along = axisOf(first.shape, axis, "Concat");
  for (const { shape } of rest) {
    const fits =
      shape.length === first.shape.length && shape.every((size, at) => at === along || size === first.shape[at]);
    if (!fits) throw doNotFit("Concat", first.shape, shape);
  }
  const sizes = tensors.map(({ shape }) => shape[along] as number);
  const starts = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0));
  return addNode({
    operator: "Concat",
    inputs: [first, ...rest],
    attributes: { axis: { int: along } },
    type: first.type,
    shape: first.shape.map((size, at) => (at === along ? sizes.reduce((sum, each) => sum + each, 0) : size)),
    gradient: (gradient) =>
      sizes.map((size, at) => () => slice(gradient, along, starts[at] as number, (starts[at] as number) + size)),
  });
}
