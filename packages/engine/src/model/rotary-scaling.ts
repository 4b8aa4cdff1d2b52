import * as z from "zod";

/** How rotary frequencies are stretched for longer texts, as config.json says it under `rope_parameters` or `rope_scaling`. */
export const RotaryScaling = z.discriminatedUnion("rope_type", [
  z.looseObject({ rope_type: z.literal("default") }),
  z.looseObject({ rope_type: z.literal("linear"), factor: z.number().positive() }),
  z.looseObject({
    rope_type: z.literal("llama3"),
    factor: z.number().positive(),
    low_freq_factor: z.number().positive(),
    high_freq_factor: z.number().positive(),
    original_max_position_embeddings: z.int().positive(),
  }),
  z.looseObject({
    rope_type: z.literal("yarn"),
    factor: z.number().positive(),
    original_max_position_embeddings: z.int().positive().optional(),
    attention_factor: z.number().positive().nullish(),
    beta_fast: z.number().positive().nullish(),
    beta_slow: z.number().positive().nullish(),
    truncate: z.boolean().optional(),
  }),
]);
/** See the schema of the same name. */
export type RotaryScaling = z.infer<typeof RotaryScaling>;

/** Radians per position of each pair of columns, and what cosine and sine are multiplied with. */
export interface RotaryFrequencies {
  readonly perPosition: readonly number[];
  readonly magnitude: number;
}

/**
 * The frequencies of rotary position embedding for heads of `headSize` columns.
 *
 * Source: docs/papers.md#rotary-scaling.
 */
export function rotaryFrequencies(
  headSize: number,
  theta: number,
  scaling: RotaryScaling,
  maxPositions: number,
): RotaryFrequencies {
  const plain = Array.from({ length: headSize / 2 }, (_, pair) => theta ** ((-2 * pair) / headSize));
  switch (scaling.rope_type) {
    case "default":
      return { perPosition: plain, magnitude: 1 };
    case "linear":
      return { perPosition: plain.map((frequency) => frequency / scaling.factor), magnitude: 1 };
    case "llama3":
      return { perPosition: plain.map((frequency) => llama3(frequency, scaling)), magnitude: 1 };
    case "yarn":
      return yarn(plain, headSize, theta, scaling, maxPositions);
  }
}

/** Long waves are stretched by `factor`, short ones left alone, those between blended. */
function llama3(frequency: number, scaling: Extract<RotaryScaling, { rope_type: "llama3" }>): number {
  const { factor, low_freq_factor: low, high_freq_factor: high, original_max_position_embeddings: context } = scaling;
  const turns = (context * frequency) / (2 * Math.PI);
  if (turns < low) return frequency / factor;
  if (turns > high) return frequency;
  const smooth = (turns - low) / (high - low);
  return ((1 - smooth) * frequency) / factor + smooth * frequency;
}

function yarn(
  plain: readonly number[],
  headSize: number,
  theta: number,
  scaling: Extract<RotaryScaling, { rope_type: "yarn" }>,
  maxPositions: number,
): RotaryFrequencies {
  const { factor, truncate = true } = scaling;
  const context = scaling.original_max_position_embeddings ?? maxPositions;
  /** The pair that turns so many times within the context that the model was first trained on. */
  const pairOf = (turns: number) => (headSize * Math.log(context / (turns * 2 * Math.PI))) / (2 * Math.log(theta));
  const round = (value: number, to: (value: number) => number) => (truncate ? to(value) : value);
  const first = Math.max(round(pairOf(scaling.beta_fast ?? 32), Math.floor), 0);
  const last = Math.min(round(pairOf(scaling.beta_slow ?? 1), Math.ceil), headSize - 1);
  const width = first === last ? 0.001 : last - first;
  const perPosition = plain.map((frequency, pair) => {
    const stretched = Math.min(1, Math.max(0, (pair - first) / width));
    return (frequency / factor) * stretched + frequency * (1 - stretched);
  });
  return { perPosition, magnitude: scaling.attention_factor ?? (factor <= 1 ? 1 : 0.1 * Math.log(factor) + 1) };
}
