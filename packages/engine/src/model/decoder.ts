import { addConstant } from "../graph/graph.ts";
import { recompute } from "../graph/recompute.ts";
import type { Tensor } from "../graph/tensor.ts";
import { type AttentionPlan, attention } from "../layers/attention.ts";
import { rmsNorm } from "../layers/rms-norm.ts";
import { type RotaryTables, rotary } from "../layers/rotary.ts";
import { silu } from "../layers/silu.ts";
import { tokenEmbedding } from "../layers/token-embedding.ts";
import { dataOf } from "../onnx/data-type.ts";
import { add } from "../operators/elementwise/add.ts";
import { multiply } from "../operators/elementwise/multiply.ts";
import { gatherRows } from "../operators/indexing/gather-rows.ts";
import { reshape } from "../operators/shape/reshape.ts";
import { transpose } from "../operators/shape/transpose.ts";
import type { ModelConfig } from "./model-config.ts";
import type { ModelLayers } from "./model-layers.ts";
import { rotaryFrequencies } from "./rotary-scaling.ts";
import { layerPrefix } from "./weight-shapes.ts";

/** What a decoder reads. */
export interface DecoderInputs {
  /** (batch, time), token ids. */
  readonly tokens: Tensor;
  /** (batch, time), for packed sequences: where each token stands in its own. Default: its place in the row. */
  readonly positions?: Tensor;
  /** (batch, time), for packed sequences: the number of the sequence. */
  readonly segments?: Tensor;
}

/** How a decoder is worked out; the result is the same. */
export interface DecoderPlan {
  readonly attention: AttentionPlan;
  /** Keeps only what goes between layers and works out each layer again in the backward pass. */
  readonly recomputeLayers: boolean;
}

/** The hidden states after the last layer and its norm: (batch · time, hidden size). */
export function decoder(config: ModelConfig, layers: ModelLayers, inputs: DecoderInputs, plan: DecoderPlan): Tensor {
  const { tokens } = inputs;
  const [batch, time] = tokens.shape as [number, number];
  const embedding = layers.weight("model.embed_tokens.weight");
  const tables = rotaryTables(config, embedding, inputs);
  let x = reshape(tokenEmbedding(embedding, tokens, config.paddingToken), [batch * time, config.hiddenSize]);
  for (let layer = 0; layer < config.layers; layer += 1) {
    const prefix = layerPrefix(layer);
    const build = (activation: Tensor): Tensor => {
      const context = { config, layers, prefix, batch, time, plan: plan.attention, segments: inputs.segments };
      const seen = attentionPart(context, config.usesRotary[layer] ? tables : null, activation);
      return feedForwardPart(context, seen);
    };
    x = plan.recomputeLayers
      ? recompute(build as (...activations: Tensor[]) => Tensor, [x], layers.parameters(prefix))
      : build(x);
  }
  return rmsNorm(x, layers.weight("model.norm.weight"), config.epsilon);
}

/** The matrix that turns hidden states into logits: (vocabulary, hidden size). */
export function outputHead(config: ModelConfig, layers: ModelLayers): Tensor {
  return layers.weight(config.tied ? "model.embed_tokens.weight" : "lm_head.weight");
}

interface LayerContext {
  readonly config: ModelConfig;
  readonly layers: ModelLayers;
  readonly prefix: string;
  readonly batch: number;
  readonly time: number;
  readonly plan: AttentionPlan;
  readonly segments: Tensor | undefined;
}

function attentionPart(context: LayerContext, tables: RotaryTables | null, x: Tensor): Tensor {
  const { config, layers, prefix, batch, time, plan, segments } = context;
  const { heads, keyHeads, headSize, epsilon } = config;
  const normal = rmsNorm(x, layers.weight(`${prefix}.input_layernorm.weight`), epsilon);
  /** (batch, count, time, head size) */
  const split = (name: string, count: number): Tensor => {
    const flat = layers.linear(`${prefix}.self_attn.${name}_proj`, normal);
    const byHead = reshape(flat, [batch, time, count, headSize]);
    const isNormalized = config.family.normalizesHeads && name !== "v";
    const scaled = isNormalized
      ? rmsNorm(byHead, layers.weight(`${prefix}.self_attn.${name}_norm.weight`), epsilon)
      : byHead;
    const headsFirst = transpose(scaled, [0, 2, 1, 3]);
    return name === "v" || !tables ? headsFirst : rotary(headsFirst, tables);
  };
  const query = reshape(split("q", heads), [batch, keyHeads, heads / keyHeads, time, headSize]);
  const seen = attention({ query, key: split("k", keyHeads), value: split("v", keyHeads), segments }, plan);
  const joined = transpose(reshape(seen, [batch, heads, time, headSize]), [0, 2, 1, 3]);
  const flat = reshape(joined, [batch * time, heads * headSize]);
  return add(x, layers.linear(`${prefix}.self_attn.o_proj`, flat));
}

function feedForwardPart({ config, layers, prefix }: LayerContext, x: Tensor): Tensor {
  const normal = rmsNorm(x, layers.weight(`${prefix}.post_attention_layernorm.weight`), config.epsilon);
  const gate = silu(layers.linear(`${prefix}.mlp.gate_proj`, normal));
  const inner = multiply(gate, layers.linear(`${prefix}.mlp.up_proj`, normal));
  return add(x, layers.linear(`${prefix}.mlp.down_proj`, inner));
}

/** (time, head size), or for packed sequences (batch, 1, time, head size). */
function rotaryTables(config: ModelConfig, like: Tensor, { tokens, positions }: DecoderInputs): RotaryTables {
  const { headSize, theta, scaling, maxPositions } = config;
  const [batch, time] = tokens.shape as [number, number];
  const { perPosition, magnitude } = rotaryFrequencies(headSize, theta, scaling, maxPositions);
  const half = headSize / 2;
  const table = (numberAt: (angle: number, isFirstHalf: boolean) => number): Tensor => {
    const values = Array.from({ length: time * headSize }, (_, at) => {
      const column = at % headSize;
      const angle = Math.floor(at / headSize) * (perPosition[column % half] as number);
      return magnitude * numberAt(angle, column < half);
    });
    const data = dataOf(like.type, values);
    const whole = addConstant(like.graph, { type: like.type, shape: [time, headSize], data });
    return positions ? reshape(gatherRows(whole, positions), [batch, 1, time, headSize]) : whole;
  };
  return {
    cosine: table(Math.cos),
    signedSine: table((angle, isFirstHalf) => (isFirstHalf ? -1 : 1) * Math.sin(angle)),
  };
}
