import type { ModelConfig } from "../model/model-config.ts";
import { rotaryFrequencies } from "../model/rotary-scaling.ts";
import { layerPrefix, weightShapes } from "../model/weight-shapes.ts";
import type { OnnxModel } from "../onnx/encode-model.ts";
import type { Weight, Weights } from "../weights/weight.ts";
import { createOnnxBuilder, type OnnxBuilder } from "./onnx-builder.ts";

/**
 * A decoder as an ONNX model for generating text: with key and value cache, any number of rows and tokens.
 *
 * Inputs and outputs have the names that transformers.js expects: input_ids, attention_mask, position_ids,
 * past_key_values.N.key|value; logits, present.N.key|value. Standard operators only.
 */
export function onnxDecoder(config: ModelConfig, weights: Weights): OnnxModel {
  const builder = createOnnxBuilder();
  for (const name of weightShapes(config).keys()) {
    builder.constant({ type: "float32", ...(weights.get(name) as Weight) }, name);
  }
  const context = { config, builder, weights, ...positionsOf(config, builder) };
  const cacheShape = (time: string) => ["batch_size", config.keyHeads, time, config.headSize];
  const layers = Array.from({ length: config.layers }, (_, layer) => layer);
  const cache = (stem: string, time: string) =>
    layers.flatMap((layer) =>
      ["key", "value"].map((part) => ({
        name: `${stem}.${layer}.${part}`,
        type: "float32" as const,
        shape: cacheShape(time),
      })),
    );
  const whole = (name: string, time: string) => ({ name, type: "int64" as const, shape: ["batch_size", time] });

  let x = builder.node("Gather", ["model.embed_tokens.weight", "input_ids"], { axis: { int: 0 } });
  for (const layer of layers) x = feedForward(context, layer, attend(context, layer, x));
  const states = norm(context, x, "model.norm.weight");
  const head = config.tied ? "model.embed_tokens.weight" : "lm_head.weight";
  builder.node("MatMul", [states, transposed(builder, head)], {}, "logits");
  return {
    nodes: builder.nodes,
    constants: builder.constants,
    inputs: [
      whole("input_ids", "sequence_length"),
      whole("attention_mask", "total_sequence_length"),
      whole("position_ids", "sequence_length"),
      ...cache("past_key_values", "past_sequence_length"),
    ],
    outputs: [
      { name: "logits", type: "float32", shape: ["batch_size", "sequence_length", config.vocabularySize] },
      ...cache("present", "total_sequence_length"),
    ],
  };
}

interface Context {
  readonly config: ModelConfig;
  readonly builder: OnnxBuilder;
  readonly weights: Weights;
  /** (batch, 1, time, head size) */
  readonly cosine: string;
  readonly signedSine: string;
  /** (batch, 1, time, total time): 0 where a position is seen. */
  readonly bias: string;
}

function attend(context: Context, layer: number, x: string): string {
  const { config, builder, bias } = context;
  const { node, list } = builder;
  const { heads, keyHeads, headSize } = config;
  const prefix = layerPrefix(layer);
  const normal = norm(context, x, `${prefix}.input_layernorm.weight`);
  const split = (name: string, count: number): string => {
    const flat = linear(context, `${prefix}.self_attn.${name}_proj`, normal);
    const byHead = node("Reshape", [flat, list([0, 0, count, headSize])]);
    const isNormalized = config.family.normalizesHeads && name !== "v";
    const scaled = isNormalized ? norm(context, byHead, `${prefix}.self_attn.${name}_norm.weight`) : byHead;
    const headsFirst = node("Transpose", [scaled], { perm: { ints: [0, 2, 1, 3] } });
    return name === "v" || !config.usesRotary[layer] ? headsFirst : rotate(context, headsFirst);
  };
  const grown = (part: "key" | "value", fresh: string) =>
    node("Concat", [`past_key_values.${layer}.${part}`, fresh], { axis: { int: 2 } }, `present.${layer}.${part}`);
  const query = split("q", heads);
  // (batch, key heads, 1, time, size): the heads of a group share their keys.
  const key = node("Unsqueeze", [grown("key", split("k", keyHeads)), list([2])]);
  const value = node("Unsqueeze", [grown("value", split("v", keyHeads)), list([2])]);
  const grouped = node("Reshape", [query, list([0, keyHeads, heads / keyHeads, -1, headSize])]);
  const turned = node("Transpose", [key], { perm: { ints: [0, 1, 2, 4, 3] } });
  const scores = node("Mul", [node("MatMul", [grouped, turned]), builder.float(1 / Math.sqrt(headSize))]);
  const masked = node("Add", [scores, node("Unsqueeze", [bias, list([1])])]);
  const seen = node("MatMul", [node("Softmax", [masked], { axis: { int: -1 } }), value]);
  const joined = node("Transpose", [node("Reshape", [seen, list([0, heads, -1, headSize])])], {
    perm: { ints: [0, 2, 1, 3] },
  });
  const flat = node("Reshape", [joined, list([0, 0, heads * headSize])]);
  return node("Add", [x, linear(context, `${prefix}.self_attn.o_proj`, flat)]);
}

function feedForward(context: Context, layer: number, x: string): string {
  const { node } = context.builder;
  const prefix = layerPrefix(layer);
  const normal = norm(context, x, `${prefix}.post_attention_layernorm.weight`);
  const gate = linear(context, `${prefix}.mlp.gate_proj`, normal);
  const active = node("Mul", [gate, node("Sigmoid", [gate])]);
  const inner = node("Mul", [active, linear(context, `${prefix}.mlp.up_proj`, normal)]);
  return node("Add", [x, linear(context, `${prefix}.mlp.down_proj`, inner)]);
}

function linear({ builder, weights }: Context, module: string, x: string): string {
  const product = builder.node("MatMul", [x, transposed(builder, `${module}.weight`)]);
  return weights.has(`${module}.bias`) ? builder.node("Add", [product, `${module}.bias`]) : product;
}

/** The runtime does this once, when it loads the model. */
function transposed(builder: OnnxBuilder, weight: string): string {
  return builder.node("Transpose", [weight], { perm: { ints: [1, 0] } });
}

function norm({ builder, config }: Context, x: string, weight: string): string {
  const { node, list, float } = builder;
  const meanSquare = node("ReduceMean", [node("Mul", [x, x]), list([-1])], { keepdims: { int: 1 } });
  const root = node("Sqrt", [node("Add", [meanSquare, float(config.epsilon)])]);
  return node("Mul", [node("Div", [x, root]), weight]);
}

function rotate({ builder, config, cosine, signedSine }: Context, x: string): string {
  const { node, list } = builder;
  const half = config.headSize / 2;
  const part = (start: number, end: number) => node("Slice", [x, list([start]), list([end]), list([3])]);
  const swapped = node("Concat", [part(half, 2 * half), part(0, half)], { axis: { int: 3 } });
  return node("Add", [node("Mul", [x, cosine]), node("Mul", [swapped, signedSine])]);
}

function positionsOf(config: ModelConfig, { node, constant, list, whole, float }: OnnxBuilder) {
  const { headSize, theta, scaling, maxPositions } = config;
  const { perPosition, magnitude } = rotaryFrequencies(headSize, theta, scaling, maxPositions);
  const perColumn = constant({
    type: "float32",
    shape: [headSize],
    data: Float32Array.from([...perPosition, ...perPosition]),
  });
  const signs = Float32Array.from({ length: headSize }, (_, at) => (at < headSize / 2 ? -magnitude : magnitude));
  const position = node("Cast", [node("Unsqueeze", ["position_ids", list([1, 3])])], { to: { int: 1 } });
  const angle = node("Mul", [position, perColumn]);

  const length = (name: string) => node("Gather", [node("Shape", [name]), whole(1)], { axis: { int: 0 } });
  const total = length("attention_mask");
  const columns = node("Range", [whole(0), total, whole(1)]);
  const first = node("Sub", [total, length("input_ids")]);
  const rows = node("Unsqueeze", [node("Range", [first, total, whole(1)]), list([1])]);
  const isCausal = node("LessOrEqual", [columns, rows]);
  const isReal = node("Cast", [node("Unsqueeze", ["attention_mask", list([1, 2])])], { to: { int: 9 } });
  return {
    cosine: node("Mul", [node("Cos", [angle]), float(magnitude)]),
    signedSine: node("Mul", [node("Sin", [angle]), constant({ type: "float32", shape: [headSize], data: signs })]),
    bias: node("Where", [node("And", [isCausal, isReal]), float(0), float(-1e9)]),
  };
}
