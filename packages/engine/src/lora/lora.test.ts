import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addInput, addOutput, createGraph } from "../graph/graph.ts";
import { decoder } from "../model/decoder.ts";
import { parseModelConfig } from "../model/model-config.ts";
import { modelLayers } from "../model/model-layers.ts";
import { randomWeights } from "../model/random-weights.ts";
import { weightShapes } from "../model/weight-shapes.ts";
import { writeSafetensors } from "../safetensors/write-safetensors.ts";
import { evaluate } from "../testing/evaluate.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import type { Weights } from "../weights/weight.ts";
import {
  type AdapterConfig,
  adaptedModules,
  adapterScale,
  adapterShapes,
  parseAdapterConfig,
} from "./adapter-config.ts";
import { adapterLayers } from "./adapter-layers.ts";
import { mergeAdapter } from "./merge-adapter.ts";
import { randomAdapter } from "./random-adapter.ts";
import { readAdapter } from "./read-adapter.ts";

const config = parseModelConfig(
  {
    model_type: "llama",
    vocab_size: 12,
    hidden_size: 8,
    intermediate_size: 10,
    num_hidden_layers: 2,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    initializer_range: 0.5,
  },
  "test",
);
const adapter: AdapterConfig = {
  rank: 3,
  alpha: 6,
  rankStabilized: false,
  targetModules: ["q_proj", "1.mlp.down_proj"],
};

async function statesOf(weights: Weights, factors?: Weights): Promise<number[]> {
  const graph = createGraph();
  const base = modelLayers(graph, weightShapes(config), { isTrained: () => false });
  const layers = factors ? adapterLayers(graph, base, config, adapter, { isTrained: false }) : base;
  const tokens = addInput(graph, "tokens", "int64", [1, 6]);
  const plan = { attention: { block: 6, recompute: false }, recomputeLayers: false };
  addOutput(graph, "states", decoder(config, layers, { tokens }, plan));
  const numbers = [...weights, ...(factors ?? [])].map(([name, { data }]) => [name, data]);
  const results = await evaluate(graph, { ...Object.fromEntries(numbers), tokens: [1, 5, 2, 11, 0, 3] });
  return results.states as number[];
}

test("targets are ends of module names, or all linear maps", () => {
  expect([...adaptedModules(config, adapter).keys()]).toEqual([
    "model.layers.0.self_attn.q_proj",
    "model.layers.1.self_attn.q_proj",
    "model.layers.1.mlp.down_proj",
  ]);
  expect(adaptedModules(config, { ...adapter, targetModules: "all-linear" }).size).toBe(14);
  expect([...adapterShapes(config, adapter)].slice(0, 2)).toEqual([
    ["base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight", [3, 8]],
    ["base_model.model.model.layers.0.self_attn.q_proj.lora_B.weight", [8, 3]],
  ]);
  expect(() => adaptedModules(config, { ...adapter, targetModules: ["proj"] })).toThrow(
    "adapter: no module is named proj",
  );
});

test("a fresh adapter changes nothing", async () => {
  const weights = randomWeights(config, 1);
  expect(await statesOf(weights, randomAdapter(config, adapter, 2))).toEqual(await statesOf(weights));
});

test("a merged adapter gives what it gives beside the model, and leaves the other weights as they are", async () => {
  const weights = randomWeights(config, 1);
  const factors = new Map(
    [...randomAdapter(config, adapter, 2)].map(([name, { shape, data }]) => [
      name,
      { shape, data: data.map((value, at) => value + Math.sin(at) / 4) },
    ]),
  );
  const beside = await statesOf(weights, factors);
  const mergedWeights = mergeAdapter(config, weights, adapter, factors);
  const merged = await statesOf(mergedWeights);
  for (const [at, value] of merged.entries()) expect(value).toBeCloseTo(beside[at] as number, 4);
  expect(beside).not.toEqual(await statesOf(weights));
  expect(mergedWeights.get("model.norm.weight")).toBe(weights.get("model.norm.weight"));
});

test("the scale is alpha over the rank, or over its root", () => {
  expect(adapterScale(adapter)).toBe(2);
  expect(adapterScale({ ...adapter, rank: 4, rankStabilized: true })).toBe(3);
});

describe("an adapter that would be computed wrongly is refused", () => {
  const file = { peft_type: "LORA", r: 3, lora_alpha: 6, target_modules: ["q_proj"] };
  test.each([
    [{ peft_type: "IA3" }, "peft_type"],
    [{ use_dora: true }, "not supported: use_dora"],
    [{ bias: "all" }, "not supported: bias all"],
    [{ modules_to_save: ["lm_head"] }, "not supported: modules_to_save"],
    [{ rank_pattern: { q_proj: 4 } }, "not supported: rank_pattern"],
    [{ layers_to_transform: [1] }, "not supported: layers_to_transform"],
  ])("%j", (more, message) => {
    expect(() => parseAdapterConfig({ ...file, ...more }, "a/adapter_config.json")).toThrow(message);
  });

  test("tensors that are missing, of another shape, or unknown", async () => {
    const folder = temporaryFolder();
    const write = (tensors: Weights) => writeSafetensors(join(folder, "adapter_model.safetensors"), tensors);
    await expect(readAdapter(folder, config)).rejects.toMatchObject({ code: "NOT_FOUND" });
    writeFileSync(join(folder, "adapter_config.json"), JSON.stringify(file));
    const factors = new Map(randomAdapter(config, { ...adapter, targetModules: ["q_proj"] }, 1));
    const name = "base_model.model.model.layers.1.self_attn.q_proj.lora_A.weight";
    await write(factors);
    expect((await readAdapter(folder, config)).weights).toEqual(factors);
    await write(new Map([...factors, ["other", { shape: [1], data: Float32Array.of(1) }]]));
    await expect(readAdapter(folder, config)).rejects.toThrow("tensor other has no place in the adapter");
    await write(new Map([...factors, [name, { shape: [1], data: Float32Array.of(1) }]]));
    await expect(readAdapter(folder, config)).rejects.toThrow(`tensor ${name} has shape 1, expected 3×8`);
    factors.delete(name);
    await write(factors);
    await expect(readAdapter(folder, config)).rejects.toThrow(`tensor ${name} is missing, expected 3×8`);
  });
});
