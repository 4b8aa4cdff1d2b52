import { createRandom } from "@memop/core";
import { sizeOf } from "../graph/shape.ts";
import type { Weight, Weights } from "../weights/weight.ts";
import type { ModelConfig } from "./model-config.ts";
import { weightShapes } from "./weight-shapes.ts";

/**
 * Weights of an untrained model, as transformers draws them: matrices normal around 0 with the config's deviation, norms 1,
 * biases 0. Each tensor has a random stream of its own, by seed and name.
 */
export function randomWeights(config: ModelConfig, seed: number): Weights {
  return new Map(
    [...weightShapes(config)].map(([name, shape]): [string, Weight] => {
      const data = new Float32Array(sizeOf(shape));
      if (name.endsWith("norm.weight")) data.fill(1);
      else if (!name.endsWith(".bias")) fillNormal(data, config.initialDeviation, `${seed}/${name}`);
      return [name, { shape, data }];
    }),
  );
}

/** Fills with normal random numbers around 0. Source: docs/papers.md#normal-random-numbers. */
export function fillNormal(data: Float32Array, deviation: number, seed: string): void {
  const random = createRandom(seed);
  for (let at = 0; at < data.length; at += 2) {
    // 1 − u: never 0, whose logarithm is infinite.
    const radius = deviation * Math.sqrt(-2 * Math.log(1 - random.next()));
    const angle = 2 * Math.PI * random.next();
    data[at] = radius * Math.cos(angle);
    if (at + 1 < data.length) data[at + 1] = radius * Math.sin(angle);
  }
}
