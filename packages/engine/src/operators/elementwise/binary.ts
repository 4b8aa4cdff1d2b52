import { MemopError } from "@memop/core";
import { addNode } from "../../graph/graph.ts";
import { broadcastShape, sizeOf } from "../../graph/shape.ts";
import type { GradientRule, Tensor } from "../../graph/tensor.ts";
import { dataOf } from "../../onnx/data-type.ts";
import type { OnnxTensor } from "../../onnx/encode-model.ts";

/** A call of an elementwise operator of two tensors, which broadcasts as numpy does. */
export function binary(
  operator: string,
  a: Tensor,
  b: Tensor,
  compute: (a: number, b: number) => number,
  gradient: GradientRule,
): Tensor {
  if (a.type !== b.type) throw new MemopError("BAD_USAGE", `${operator}: types ${a.type} and ${b.type} differ`);
  const shape = broadcastShape(a.shape, b.shape, operator);
  const evaluate = (left: OnnxTensor, right: OnnxTensor) => {
    const from = (tensor: OnnxTensor) => broadcastIndex(tensor.shape, shape);
    const [leftAt, rightAt] = [from(left), from(right)];
    const values = Array.from({ length: sizeOf(shape) }, (_, at) =>
      compute(Number(left.data[leftAt(at)]), Number(right.data[rightAt(at)])),
    );
    return dataOf(a.type, values);
  };
  return addNode({ operator, inputs: [a, b], type: a.type, shape, gradient, evaluate });
}

/** The value when a tensor is a constant that has the same value everywhere, else null. */
export function uniformValue(tensor: Tensor): number | null {
  const constant = tensor.graph.constants.get(tensor.name);
  const first = constant?.data[0];
  if (!constant || first === undefined || constant.data.some((value: number | bigint) => value !== first)) return null;
  return Number(first);
}

/** Where in a tensor of shape `from` the element is that broadcasting puts at a place of shape `to`. */
function broadcastIndex(from: readonly number[], to: readonly number[]): (at: number) => number {
  if (sizeOf(from) === sizeOf(to)) return (at) => at;
  const lead = to.length - from.length;
  return (at) => {
    let rest = at;
    let index = 0;
    let stride = 1;
    for (let axis = to.length - 1; axis >= lead; axis -= 1) {
      const size = to[axis] as number;
      const own = from[axis - lead] as number;
      if (own > 1) index += (rest % size) * stride;
      stride *= own;
      rest = Math.floor(rest / size);
    }
    return index;
  };
}
