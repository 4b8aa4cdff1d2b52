import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPart, requirePart } from "@memop/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addInput, addOutput, createGraph } from "../graph/graph.ts";
import { gemm } from "../operators/matrix/gemm.ts";
import { evaluate } from "../testing/evaluate.ts";
import { decoder, outputHead } from "./decoder.ts";
import { modelLayers } from "./model-layers.ts";
import { type Model, readModel } from "./read-model.ts";
import { weightShapes } from "./weight-shapes.ts";

const python = findPart("python");
const folder = mkdtempSync(join(tmpdir(), "memop-parity-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const small = {
  vocab_size: 40,
  hidden_size: 24,
  intermediate_size: 36,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  max_position_embeddings: 64,
  tie_word_embeddings: false,
};
const tokens = [0, 1].map((row) => Array.from({ length: 20 }, (_, at) => (7 * at * at + 3 * row + 1) % 40));
const rope = (rope_parameters: object) => ({ ...small, model_type: "llama", rope_parameters });

const cases: Readonly<Record<string, { config: object; max_shard_size?: string }>> = {
  llama: { config: { ...small, model_type: "llama" } },
  "llama-bias-tied": {
    config: {
      ...small,
      model_type: "llama",
      attention_bias: true,
      mlp_bias: true,
      tie_word_embeddings: true,
      head_dim: 10,
    },
  },
  "llama-sharded": { config: { ...small, model_type: "llama" }, max_shard_size: "10KB" },
  linear: { config: rope({ rope_type: "linear", factor: 2.5, rope_theta: 5000 }) },
  llama3: {
    config: rope({
      rope_type: "llama3",
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 16,
      rope_theta: 100,
    }),
  },
  yarn: {
    config: rope({ rope_type: "yarn", factor: 4, original_max_position_embeddings: 16, rope_theta: 1000 }),
  },
  qwen2: { config: { ...small, model_type: "qwen2" } },
  qwen3: { config: { ...small, model_type: "qwen3", head_dim: 8, tie_word_embeddings: true } },
  smollm3: {
    config: {
      ...small,
      model_type: "smollm3",
      num_hidden_layers: 4,
      no_rope_layer_interval: 2,
      pad_token_id: 0,
      bos_token_id: 0,
      eos_token_id: 0,
    },
  },
};

async function logitsOf({ config, weights }: Model, block: number): Promise<number[]> {
  const graph = createGraph();
  const layers = modelLayers(graph, weightShapes(config), { isTrained: () => false });
  const inputs = { tokens: addInput(graph, "tokens", "int64", [2, 20]) };
  const plan = { attention: { block, recompute: false }, recomputeLayers: false };
  const hidden = decoder(config, layers, inputs, plan);
  addOutput(graph, "logits", gemm(hidden, outputHead(config, layers), { b: true }));
  const values = Object.fromEntries([...weights].map(([name, { data }]) => [name, data]));
  return (await evaluate(graph, { ...values, tokens: tokens.flat() })).logits as number[];
}

const isMissing = requirePart(
  "python",
  python !== null,
  "`npm run setup:python` makes .venv with torch and transformers",
);
describe.skipIf(isMissing)("logits", () => {
  let expected: Record<string, { shape: number[]; logits: number[] }>;
  beforeAll(() => {
    const script = join(import.meta.dirname, "fixtures/reference-logits.py");
    const input = JSON.stringify(
      Object.fromEntries(Object.entries(cases).map(([name, value]) => [name, { ...value, tokens }])),
    );
    const output = execFileSync(python as string, [script, folder], {
      input,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      stdio: ["pipe", "pipe", "pipe"],
    });
    expected = JSON.parse(output);
  });

  test.each(Object.keys(cases))("of %s are those of transformers", async (name) => {
    const model = await readModel(join(folder, name));
    const reference = expected[name]?.logits as number[];
    for (const block of [20, 8]) {
      const logits = await logitsOf(model, block);
      expect(logits.length).toBe(reference.length);
      const error = Math.max(...logits.map((value, at) => Math.abs(value - (reference[at] as number))));
      expect(error).toBeLessThan(1e-4);
    }
    // Far from 0, so that the comparison says something.
    expect(Math.max(...reference.map(Math.abs))).toBeGreaterThan(1);
  });

  test("of a sharded model come from several files", () => {
    expect(
      readdirSync(join(folder, "llama-sharded")).filter((file) => file.endsWith(".safetensors")).length,
    ).toBeGreaterThan(2);
  });
});
