import { createRandom } from "@memop/core";
import { sizeOf } from "../graph/shape.ts";
import type { ModelConfig } from "../model/model-config.ts";
import type { Weight, Weights } from "../weights/weight.ts";
import { type AdapterConfig, adapterShapes } from "./adapter-config.ts";

/** A fresh adapter as PEFT makes it: A uniform within ±1/√columns, B zero, so that the model is at first unchanged. */
export function randomAdapter(config: ModelConfig, adapter: AdapterConfig, seed: number): Weights {
  return new Map(
    [...adapterShapes(config, adapter)].map(([name, shape]): [string, Weight] => {
      const data = new Float32Array(sizeOf(shape));
      if (name.endsWith(".lora_A.weight")) {
        const random = createRandom(`${seed}/${name}`);
        const bound = 1 / Math.sqrt(shape[1] as number);
        for (let at = 0; at < data.length; at += 1) data[at] = (2 * random.next() - 1) * bound;
      }
      return [name, { shape, data }];
    }),
  );
}
