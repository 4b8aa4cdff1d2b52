import { addInput, addParameter, type Graph, scalarLike } from "../graph/graph.ts";
import type { Tensor } from "../graph/tensor.ts";
import type { ModelConfig } from "../model/model-config.ts";
import type { ModelLayers } from "../model/model-layers.ts";
import type { DataType } from "../onnx/data-type.ts";
import { add } from "../operators/elementwise/add.ts";
import { multiply } from "../operators/elementwise/multiply.ts";
import { gemm } from "../operators/matrix/gemm.ts";
import { type AdapterConfig, adapterScale, adapterShapes, adapterTensor } from "./adapter-config.ts";

/**
 * The layers of a model with a low-rank adapter beside them: x · Wᵀ + scale · (x · Aᵀ) · Bᵀ, where A and B are parameters
 * when they are trained.
 *
 * Source: docs/papers.md#lora.
 */
export function adapterLayers(
  graph: Graph,
  base: ModelLayers,
  config: ModelConfig,
  adapter: AdapterConfig,
  { isTrained, type = "float32" }: { readonly isTrained: boolean; readonly type?: DataType },
): ModelLayers {
  const declare = isTrained ? addParameter : addInput;
  const tensors = new Map(
    [...adapterShapes(config, adapter)].map(([name, shape]) => [name, declare(graph, name, type, shape)]),
  );
  return {
    weight: base.weight,
    linear(module, x) {
      const whole = base.linear(module, x);
      const down = tensors.get(adapterTensor(module, "A"));
      const up = tensors.get(adapterTensor(module, "B"));
      if (!down || !up) return whole;
      // Scaled where it is narrow.
      const narrow = gemm(x, down, { b: true });
      return add(whole, gemm(multiply(narrow, scalarLike(x, adapterScale(adapter))), up, { b: true }));
    },
    parameters: (prefix): readonly Tensor[] => [
      ...base.parameters(prefix),
      ...[...tensors.values()].filter(
        ({ name, requiresGradient }) => requiresGradient && name.startsWith(`base_model.model.${prefix}.`),
      ),
    ],
  };
}
