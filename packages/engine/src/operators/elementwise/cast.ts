import { addNode } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { type DataType, dataTypes, isFloat } from "../../onnx/data-type.ts";

/** The same numbers as another type; floats become whole by leaving out what is behind the point. */
export function cast(tensor: Tensor, type: DataType): Tensor {
  if (tensor.type === type) return tensor;
  const hasGradient = isFloat(tensor.type) && isFloat(type);
  return addNode({
    operator: "Cast",
    inputs: [tensor],
    attributes: { to: { int: dataTypes[type].code } },
    type,
    shape: tensor.shape,
    ...(hasGradient && { gradient: (gradient) => [() => cast(gradient, tensor.type)] }),
  });
}
