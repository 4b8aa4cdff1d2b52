import { MemopError } from "@memop/core";
import { addInput, addParameter, type Graph } from "../graph/graph.ts";
import type { Tensor } from "../graph/tensor.ts";
import type { DataType } from "../onnx/data-type.ts";
import { add } from "../operators/elementwise/add.ts";
import { gemm } from "../operators/matrix/gemm.ts";

/** Where a model's graph gets its tensors and linear maps from: adapters come in here. */
export interface ModelLayers {
  /** A tensor by its name. */
  weight(name: string): Tensor;
  /** x · weightᵀ + bias of the linear map `module`. x: (rows, columns). */
  linear(module: string, x: Tensor): Tensor;
  /** Tensors with a gradient that belong to modules whose names begin with a prefix. */
  parameters(prefix: string): readonly Tensor[];
}

/** The layers of a model whose tensors are inputs of the graph; those that `isTrained` says are parameters. */
export function modelLayers(
  graph: Graph,
  shapes: ReadonlyMap<string, readonly number[]>,
  { isTrained, type = "float32" }: { readonly isTrained: (name: string) => boolean; readonly type?: DataType },
): ModelLayers {
  const tensors = new Map(
    [...shapes].map(([name, shape]) => [name, (isTrained(name) ? addParameter : addInput)(graph, name, type, shape)]),
  );
  const weight = (name: string): Tensor => {
    const tensor = tensors.get(name);
    if (!tensor) throw new MemopError("BAD_USAGE", `model: has no tensor ${name}`);
    return tensor;
  };
  return {
    weight,
    linear(module, x) {
      const product = gemm(x, weight(`${module}.weight`), { b: true });
      const bias = tensors.get(`${module}.bias`);
      return bias ? add(product, bias) : product;
    },
    parameters: (prefix) =>
      [...tensors.values()].filter((tensor) => tensor.requiresGradient && tensor.name.startsWith(`${prefix}.`)),
  };
}
