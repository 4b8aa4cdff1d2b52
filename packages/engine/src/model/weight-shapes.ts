import type { ModelConfig } from "./model-config.ts";

/** Names and shapes of a model's tensors, as Hugging Face names them, in the order in which they are written. */
export function weightShapes(config: ModelConfig): ReadonlyMap<string, readonly number[]> {
  const shapes = new Map<string, readonly number[]>();
  shapes.set("model.embed_tokens.weight", [config.vocabularySize, config.hiddenSize]);
  for (let layer = 0; layer < config.layers; layer += 1) {
    const prefix = layerPrefix(layer);
    for (const [module, { rows, columns, bias }] of linearModules(config)) {
      shapes.set(`${prefix}.${module}.weight`, [rows, columns]);
      if (bias) shapes.set(`${prefix}.${module}.bias`, [rows]);
    }
    if (config.family.normalizesHeads) {
      for (const name of ["q_norm", "k_norm"]) shapes.set(`${prefix}.self_attn.${name}.weight`, [config.headSize]);
    }
    for (const name of ["input_layernorm", "post_attention_layernorm"]) {
      shapes.set(`${prefix}.${name}.weight`, [config.hiddenSize]);
    }
  }
  shapes.set("model.norm.weight", [config.hiddenSize]);
  if (!config.tied) shapes.set("lm_head.weight", [config.vocabularySize, config.hiddenSize]);
  return shapes;
}

/** Tensors that files may hold beside those of `weightShapes`, because they follow from others. */
export function isDerivedTensor(config: ModelConfig): (name: string) => boolean {
  return (name) => name.endsWith(".rotary_emb.inv_freq") || (config.tied && name === "lm_head.weight");
}

/** How a layer's tensors begin. */
export function layerPrefix(layer: number): string {
  return `model.layers.${layer}`;
}

/** Size of one linear map, and whether it has a bias. */
export interface LinearModule {
  readonly rows: number;
  readonly columns: number;
  readonly bias: boolean;
}

/** The linear maps of one layer, by their names within it. */
export function linearModules(config: ModelConfig): ReadonlyMap<string, LinearModule> {
  const { hiddenSize, intermediateSize, inputBias, outputBias, feedForwardBias } = config;
  const queries = config.heads * config.headSize;
  const keys = config.keyHeads * config.headSize;
  return new Map([
    ["self_attn.q_proj", { rows: queries, columns: hiddenSize, bias: inputBias }],
    ["self_attn.k_proj", { rows: keys, columns: hiddenSize, bias: inputBias }],
    ["self_attn.v_proj", { rows: keys, columns: hiddenSize, bias: inputBias }],
    ["self_attn.o_proj", { rows: hiddenSize, columns: queries, bias: outputBias }],
    ["mlp.gate_proj", { rows: intermediateSize, columns: hiddenSize, bias: feedForwardBias }],
    ["mlp.up_proj", { rows: intermediateSize, columns: hiddenSize, bias: feedForwardBias }],
    ["mlp.down_proj", { rows: hiddenSize, columns: intermediateSize, bias: feedForwardBias }],
  ]);
}
