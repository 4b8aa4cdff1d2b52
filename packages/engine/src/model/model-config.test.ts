import { describe, expect, test } from "vitest";
import { configFile } from "./config-file.ts";
import { parseModelConfig } from "./model-config.ts";

const least = {
  model_type: "llama",
  vocab_size: 10,
  hidden_size: 8,
  intermediate_size: 12,
  num_hidden_layers: 2,
  num_attention_heads: 2,
};
const parse = (more: object = {}) => parseModelConfig({ ...least, ...more }, "m/config.json");

test("what is left out has the defaults of transformers", () => {
  expect(parse()).toMatchObject({
    keyHeads: 2,
    headSize: 4,
    epsilon: 1e-6,
    theta: 10_000,
    scaling: { rope_type: "default" },
    inputBias: false,
    tied: false,
    usesRotary: [true, true],
  });
  expect(parse({ model_type: "qwen2" })).toMatchObject({ inputBias: true, outputBias: false });
  expect(parse({ model_type: "qwen3" })).toMatchObject({ headSize: 128, inputBias: false });
  expect(parse({ model_type: "smollm3", num_hidden_layers: 4 }).usesRotary).toEqual([true, true, true, false]);
});

test("rotary parameters are read from the new place and from the old ones", () => {
  const llama3 = { factor: 8, low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 64 };
  const old = parse({ rope_theta: 5e5, rope_scaling: { rope_type: "llama3", ...llama3 } });
  const recent = parse({ rope_parameters: { rope_type: "llama3", rope_theta: 5e5, ...llama3 } });
  expect(recent.theta).toBe(5e5);
  expect(recent.scaling).toMatchObject(old.scaling);
  expect(parse({ rope_scaling: { type: "linear", factor: 2 } }).scaling).toMatchObject({
    rope_type: "linear",
    factor: 2,
  });
});

describe("what would be computed wrongly is refused, with file, field and value", () => {
  test.each([
    [{ model_type: "gpt2" }, "m/config.json: model_type gpt2 is not known"],
    [{ hidden_act: "gelu" }, "not supported: hidden_act gelu (only silu)"],
    [{ attention_dropout: 0.1 }, "not supported: attention_dropout 0.1 (only 0)"],
    [{ use_sliding_window: true, partial_rotary_factor: 0.5 }, "partial_rotary_factor 0.5 (only 1); sliding windows"],
    [{ layer_types: ["full_attention", "sliding_attention"] }, "layer_types full_attention, sliding_attention"],
    [{ quantization_config: { bits: 4 } }, "not supported: quantized weights"],
    [{ num_key_value_heads: 3 }, "2 heads cannot share 3 key heads evenly"],
    [{ head_dim: 5 }, "a head has 5 columns, it needs an even number"],
    [{ num_attention_heads: 3 }, "a head has 2.66"],
    [{ rope_scaling: { rope_type: "dynamic", factor: 2 } }, "rotary scaling of type dynamic"],
    [{ rope_scaling: { rope_type: "llama3", factor: 2 } }, "low_freq_factor"],
    [{ hidden_size: "8" }, "hidden_size"],
  ])("%j", (more, message) => {
    expect(() => parse(more)).toThrow(message);
    expect(() => parse(more)).toThrow(expect.objectContaining({ code: "BAD_CONFIG" }));
  });
});

test("a config that was written again is the same one", () => {
  const config = parse({
    model_type: "smollm3",
    num_hidden_layers: 3,
    rope_parameters: { rope_type: "yarn", factor: 4, rope_theta: 77 },
    max_position_embeddings: 128,
  });
  const written = configFile(config);
  const { source: _before, scaling: before, ...rest } = config;
  const { source: _after, scaling: after, ...again } = parseModelConfig(written, "again");
  expect(again).toEqual(rest);
  expect(after).toMatchObject({ rope_type: "yarn", factor: 4 });
  expect(before.rope_type).toBe(after.rope_type);
  expect(written).toMatchObject({ architectures: ["SmolLM3ForCausalLM"], no_rope_layers: [1, 1, 1], rope_theta: 77 });
});
