import type { DecoderPlan } from "../model/decoder.ts";

/**
 * How a model is worked out for rows of `time` tokens when nothing is said: attention in one block up to 256 tokens, beyond
 * that in blocks of 256; from 1,024 tokens on its weights are worked out twice instead of kept.
 */
export function defaultPlan(time: number): DecoderPlan {
  return { attention: { block: 256, recompute: time >= 1024 }, recomputeLayers: false };
}
