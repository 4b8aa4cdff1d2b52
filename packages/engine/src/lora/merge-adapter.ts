import type { ModelConfig } from "../model/model-config.ts";
import type { Weight, Weights } from "../weights/weight.ts";
import { type AdapterConfig, adaptedModules, adapterScale, adapterTensor } from "./adapter-config.ts";

/** A model's weights with an adapter added into them: W + scale · B · A. What is not adapted is shared, not copied. */
export function mergeAdapter(config: ModelConfig, weights: Weights, adapter: AdapterConfig, factors: Weights): Weights {
  const merged = new Map(weights);
  for (const [module, { rows, columns }] of adaptedModules(config, adapter)) {
    const name = `${module}.weight`;
    const { shape, data } = weights.get(name) as Weight;
    const down = (factors.get(adapterTensor(module, "A")) as Weight).data;
    const up = (factors.get(adapterTensor(module, "B")) as Weight).data;
    const sum = new Float64Array(data);
    for (let row = 0; row < rows; row += 1) {
      for (let rank = 0; rank < adapter.rank; rank += 1) {
        const factor = adapterScale(adapter) * (up[row * adapter.rank + rank] as number);
        for (let column = 0; column < columns; column += 1) {
          const at = row * columns + column;
          sum[at] = (sum[at] as number) + factor * (down[rank * columns + column] as number);
        }
      }
    }
    merged.set(name, { shape, data: Float32Array.from(sum) });
  }
  return merged;
}
