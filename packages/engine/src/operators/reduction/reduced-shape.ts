import { axisOf } from "../../graph/shape.ts";

/** Shape after reducing axes: they are left out, or stay with size 1. */
export function reducedShape(shape: readonly number[], axes: readonly number[], keep: boolean): readonly number[] {
  const gone = new Set(axes.map((axis) => axisOf(shape, axis, "Reduce")));
  return shape.map((size, axis) => (gone.has(axis) ? 1 : size)).filter((_, axis) => keep || !gone.has(axis));
}
