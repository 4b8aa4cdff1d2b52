import type { ModelConfig } from "./model-config.ts";

/**
 * The config.json of a model: what was read, with every default spelled out, so that other readers have no choice.
 *
 * Rotary parameters stand in the new place and the old ones, which transformers before version 5 and transformers.js read.
 */
export function configFile(config: ModelConfig): Readonly<Record<string, unknown>> {
  const { scaling, theta } = config;
  const { rope_theta: _theta, type: _type, ...rest } = scaling as Record<string, unknown>;
  const isPlain = scaling.rope_type === "default";
  return {
    ...config.source,
    architectures: [config.family.architecture],
    model_type: config.family.modelType,
    vocab_size: config.vocabularySize,
    hidden_size: config.hiddenSize,
    intermediate_size: config.intermediateSize,
    num_hidden_layers: config.layers,
    num_attention_heads: config.heads,
    num_key_value_heads: config.keyHeads,
    head_dim: config.headSize,
    hidden_act: "silu",
    rms_norm_eps: config.epsilon,
    max_position_embeddings: config.maxPositions,
    rope_theta: theta,
    rope_scaling: isPlain ? null : rest,
    rope_parameters: { ...rest, rope_theta: theta },
    attention_bias: config.inputBias,
    mlp_bias: config.feedForwardBias,
    tie_word_embeddings: config.tied,
    ...(config.family.skipsRotary && { no_rope_layers: config.usesRotary.map(Number) }),
    initializer_range: config.initialDeviation,
    torch_dtype: "float32",
    dtype: "float32",
  };
}
