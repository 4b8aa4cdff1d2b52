import { MemopError } from "@memop/core";
import { addNode, wholeNumbers } from "../../graph/graph.ts";
import { axisOf, showShape } from "../../graph/shape.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { zeros } from "../indexing/zeros.ts";
import { concatenate } from "./concatenate.ts";

/** The part of a tensor from `start` up to, without, `end` along one axis. */
export function slice(tensor: Tensor, axis: number, start: number, end: number): Tensor {
  const { graph, type, shape } = tensor;
  const along = axisOf(shape, axis, "Slice");
  const size = shape[along] as number;
  if (!(Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start < end && end <= size)) {
    throw new MemopError("BAD_USAGE", `Slice: ${start} to ${end} of axis ${along} of ${showShape(shape)}`);
  }
  if (start === 0 && end === size) return tensor;
  const list = (value: number) => wholeNumbers(graph, [value]);
  return addNode({
    operator: "Slice",
    inputs: [tensor, list(start), list(end), list(along)],
    type,
    shape: resized(shape, along, end - start),
    gradient: (gradient) => [() => padded(gradient, along, start, size - end), null, null, null],
  });
}

/** A tensor between zeros along one axis. */
function padded(tensor: Tensor, axis: number, before: number, after: number): Tensor {
  const fill = (length: number): readonly Tensor[] => {
    if (length === 0) return [];
    return [zeros(tensor, resized(tensor.shape, axis, length))];
  };
  return concatenate([...fill(before), tensor, ...fill(after)], axis);
}

function resized(shape: readonly number[], axis: number, size: number): readonly number[] {
  return shape.map((old, at) => (at === axis ? size : old));
}
