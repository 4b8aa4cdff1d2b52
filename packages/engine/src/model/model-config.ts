import { MemopError } from "@memop/core";
import * as z from "zod";
import { type Family, families } from "./families.ts";
import { RotaryScaling } from "./rotary-scaling.ts";

/** A decoder as its config.json describes it, with all defaults filled in. */
export interface ModelConfig {
  readonly family: Family;
  readonly vocabularySize: number;
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  readonly layers: number;
  readonly heads: number;
  readonly keyHeads: number;
  readonly headSize: number;
  readonly epsilon: number;
  readonly maxPositions: number;
  readonly theta: number;
  readonly scaling: RotaryScaling;
  readonly inputBias: boolean;
  readonly outputBias: boolean;
  readonly feedForwardBias: boolean;
  /** True when the output layer is the embedding. */
  readonly tied: boolean;
  /** Per layer: false where positions are not embedded. */
  readonly usesRotary: readonly boolean[];
  /** Standard deviation of random weights. */
  readonly initialDeviation: number;
  /** Ids of the tokens that end a text. */
  readonly endTokens: readonly number[];
  /** Id of the token that fills up rows; null without. */
  readonly paddingToken: number | null;
  /** The file as it was, for writing it again. */
  readonly source: Readonly<Record<string, unknown>>;
}

const count = z.int().positive();

const ConfigFile = z.looseObject({
  model_type: z.string(),
  vocab_size: count,
  hidden_size: count,
  intermediate_size: count,
  num_hidden_layers: count,
  num_attention_heads: count,
  num_key_value_heads: count.nullish(),
  head_dim: count.nullish(),
  hidden_act: z.string().default("silu"),
  rms_norm_eps: z.number().positive().default(1e-6),
  max_position_embeddings: count.default(2048),
  rope_theta: z.number().positive().optional(),
  rope_scaling: z.looseObject({}).nullish(),
  rope_parameters: z.looseObject({}).nullish(),
  attention_bias: z.boolean().default(false),
  mlp_bias: z.boolean().default(false),
  tie_word_embeddings: z.boolean().default(false),
  attention_dropout: z.number().default(0),
  partial_rotary_factor: z.number().default(1),
  use_sliding_window: z.boolean().default(false),
  layer_types: z.array(z.string()).nullish(),
  no_rope_layers: z.array(z.int()).nullish(),
  no_rope_layer_interval: count.nullish(),
  initializer_range: z.number().nonnegative().default(0.02),
  eos_token_id: z.union([z.int(), z.array(z.int())]).nullish(),
  pad_token_id: z.int().nullish(),
  quantization_config: z.unknown().optional(),
});
type ConfigFile = z.infer<typeof ConfigFile>;

/**
 * Understands a config.json. `where` names it in errors.
 *
 * Throws `BAD_CONFIG` for a family or feature that would be computed wrongly: nothing is ignored that changes the result.
 */
export function parseModelConfig(source: unknown, where: string): ModelConfig {
  const parsed = ConfigFile.safeParse(source);
  if (!parsed.success) {
    throw new MemopError("BAD_CONFIG", `${where}: ${z.prettifyError(parsed.error).replaceAll("\n", " ")}`);
  }
  const file = parsed.data;
  const family = families.find(({ modelType }) => modelType === file.model_type);
  if (!family) {
    throw new MemopError("BAD_CONFIG", `${where}: model_type ${file.model_type} is not known`, {
      hint: `known: ${families.map(({ modelType }) => modelType).join(", ")}`,
    });
  }
  refuseUnsupported(file, where);
  const heads = file.num_attention_heads;
  const keyHeads = file.num_key_value_heads ?? heads;
  const headSize = file.head_dim ?? family.headSize ?? file.hidden_size / heads;
  if (heads % keyHeads !== 0) {
    throw new MemopError("BAD_CONFIG", `${where}: ${heads} heads cannot share ${keyHeads} key heads evenly`);
  }
  if (!Number.isInteger(headSize) || headSize % 2 !== 0) {
    throw new MemopError("BAD_CONFIG", `${where}: a head has ${headSize} columns, it needs an even number`);
  }
  const { theta, scaling } = rotaryOf(file, where);
  const configured = (bias: boolean | "configured") => (bias === "configured" ? file.attention_bias : bias);
  return {
    family,
    vocabularySize: file.vocab_size,
    hiddenSize: file.hidden_size,
    intermediateSize: file.intermediate_size,
    layers: file.num_hidden_layers,
    heads,
    keyHeads,
    headSize,
    epsilon: file.rms_norm_eps,
    maxPositions: file.max_position_embeddings,
    theta,
    scaling,
    inputBias: configured(family.inputBias),
    outputBias: configured(family.outputBias),
    feedForwardBias: file.mlp_bias,
    tied: file.tie_word_embeddings,
    usesRotary: rotaryLayers(file, family),
    initialDeviation: file.initializer_range,
    endTokens: [file.eos_token_id ?? []].flat(),
    paddingToken: file.pad_token_id ?? null,
    source: source as Record<string, unknown>,
  };
}

function refuseUnsupported(file: ConfigFile, where: string): void {
  const refused: readonly (readonly [boolean, string])[] = [
    [file.hidden_act !== "silu", `hidden_act ${file.hidden_act} (only silu)`],
    [file.attention_dropout > 0, `attention_dropout ${file.attention_dropout} (only 0)`],
    [file.partial_rotary_factor !== 1, `partial_rotary_factor ${file.partial_rotary_factor} (only 1)`],
    [file.use_sliding_window, "sliding windows"],
    [(file.layer_types ?? []).some((type) => type !== "full_attention"), `layer_types ${file.layer_types?.join(", ")}`],
    [file.quantization_config !== undefined && file.quantization_config !== null, "quantized weights"],
  ];
  const reasons = refused.flatMap(([isRefused, reason]) => (isRefused ? [reason] : []));
  if (reasons.length > 0) throw new MemopError("BAD_CONFIG", `${where}: not supported: ${reasons.join("; ")}`);
}

/** transformers 5 keeps all of it in `rope_parameters`, earlier ones in `rope_theta` and `rope_scaling`. */
function rotaryOf(file: ConfigFile, where: string): { theta: number; scaling: RotaryScaling } {
  const given = { ...file.rope_scaling, ...file.rope_parameters } as Record<string, unknown>;
  const kind = given.rope_type ?? given.type ?? "default";
  const parsed = RotaryScaling.safeParse({ ...given, rope_type: kind });
  if (!parsed.success) {
    const reason = z.prettifyError(parsed.error).replaceAll("\n", " ");
    throw new MemopError("BAD_CONFIG", `${where}: rotary scaling of type ${String(kind)}: ${reason}`, {
      hint: "known types: default, linear, llama3, yarn",
    });
  }
  const theta = z.number().positive().optional().parse(given.rope_theta) ?? file.rope_theta ?? 10_000;
  return { theta, scaling: parsed.data };
}

function rotaryLayers(file: ConfigFile, family: Family): boolean[] {
  const layers = Array.from({ length: file.num_hidden_layers }, (_, layer) => layer);
  if (!family.skipsRotary) return layers.map(() => true);
  const interval = file.no_rope_layer_interval ?? 4;
  return layers.map((layer) => (file.no_rope_layers ? file.no_rope_layers[layer] === 1 : (layer + 1) % interval !== 0));
}
