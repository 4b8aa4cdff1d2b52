import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom } from "@memop/core";
import { findPart, requirePart } from "@memop/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Example, shapeFor, toBatch, totalWeight } from "../batches/batch.ts";
import { readAdapter } from "../lora/read-adapter.ts";
import { readModel } from "../model/read-model.ts";
import { defaultAdamW } from "../optimizer/adamw.ts";
import { learningRate } from "../optimizer/learning-rate.ts";
import { openSafetensors } from "../safetensors/read-safetensors.ts";
import { evaluate } from "../testing/evaluate.ts";
import type { Weights } from "../weights/weight.ts";
import { createTrainer } from "./trainer.ts";
import { batchGraph, graphNames, type TrainingSetup } from "./training-graph.ts";
import { initialState } from "./training-state.ts";

const python = findPart("python");
const folder = mkdtempSync(join(tmpdir(), "memop-training-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const small = {
  vocab_size: 40,
  hidden_size: 24,
  intermediate_size: 36,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  max_position_embeddings: 64,
};
const bias = { attention_bias: true, mlp_bias: true };
const lora = { r: 4, lora_alpha: 8, target_modules: ["q_proj", "v_proj"] };
const cases: Readonly<Record<string, { readonly config: object; readonly adapter?: object }>> = {
  llama: { config: { ...small, model_type: "llama", ...bias, tie_word_embeddings: false } },
  "llama-tied": { config: { ...small, model_type: "llama", tie_word_embeddings: true } },
  qwen2: { config: { ...small, model_type: "qwen2", tie_word_embeddings: false } },
  qwen3: { config: { ...small, model_type: "qwen3", head_dim: 8, tie_word_embeddings: true } },
  smollm3: {
    config: { ...small, model_type: "smollm3", no_rope_layer_interval: 2, pad_token_id: 0, tie_word_embeddings: true },
  },
  "llama-lora": { config: { ...small, model_type: "llama", tie_word_embeddings: true }, adapter: lora },
  "qwen2-lora": { config: { ...small, model_type: "qwen2" }, adapter: { ...lora, target_modules: "all-linear" } },
  "qwen3-lora": {
    config: { ...small, model_type: "qwen3", head_dim: 8 },
    adapter: { ...lora, use_rslora: true, target_modules: ["o_proj", "down_proj"] },
  },
  "smollm3-lora": {
    config: { ...small, model_type: "smollm3", no_rope_layer_interval: 2, pad_token_id: 0 },
    adapter: lora,
  },
};

const settings = {
  peak: 0.005,
  warmup: 3,
  steps: 20,
  weight_decay: 0.1,
  beta1: 0.9,
  beta2: 0.95,
  epsilon: 1e-8,
  clip: 0.5,
};

const random = createRandom("batches");
const batches: readonly (readonly Example[])[] = Array.from({ length: 3 }, () =>
  [14, 9].map((length) => ({
    tokens: Array.from({ length }, () => random.integer(40)),
    weights: Array.from({ length }, (_, at) => (at < 4 ? 0 : at % 3 === 0 ? 0.5 : 1)),
  })),
);

const laidOut = batches.map((examples) => toBatch(examples, shapeFor(examples), 1 / totalWeight(examples)));

async function readTensors(file: string): Promise<Weights> {
  const opened = await openSafetensors(file);
  const tensors = new Map();
  for (const name of opened.shapes.keys()) tensors.set(name, await opened.read(name));
  await opened.close();
  return tensors;
}

async function readCase(name: string, block: number) {
  const model = await readModel(join(folder, name, "model"));
  const adapter = cases[name]?.adapter ? await readAdapter(join(folder, name, "adapter"), model.config) : null;
  const setup: TrainingSetup = {
    config: model.config,
    adapter: adapter?.config ?? null,
    optimizer: { ...defaultAdamW, beta2: settings.beta2, weightDecay: settings.weight_decay },
    clip: settings.clip,
    plan: () => ({ attention: { block, recompute: block < 16 }, recomputeLayers: block < 16 }),
    logitsChunk: block,
  };
  return { setup, frozen: adapter ? model.weights : new Map(), trained: adapter?.weights ?? model.weights };
}

/** Length of the difference over length of the reference. */
function distance(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  let difference = 0;
  let length = 0;
  for (let at = 0; at < expected.length; at += 1) {
    difference += ((found[at] as number) - (expected[at] as number)) ** 2;
    length += (expected[at] as number) ** 2;
  }
  return Math.sqrt(difference / length);
}

const isMissing = requirePart(
  "python",
  python !== null,
  "`npm run setup:python` makes .venv with torch, transformers and peft",
);
describe.skipIf(isMissing)("PyTorch, transformers and PEFT", () => {
  let reference: Record<string, { losses: number[]; norms: number[] }>;
  beforeAll(() => {
    const script = join(import.meta.dirname, "fixtures/reference-training.py");
    const input = JSON.stringify({ cases, settings, batches });
    const output = execFileSync(python as string, [script, folder], { input, encoding: "utf8", stdio: "pipe" });
    reference = JSON.parse(output);
  }, 300_000);

  describe.each(Object.keys(cases))("%s", (name) => {
    test.each([16, 5])("has their gradients, worked out in blocks of %i", async (block) => {
      const { setup, frozen, trained } = await readCase(name, block);
      const batch = laidOut[0] as (typeof laidOut)[number];
      const graph = batchGraph(setup, batch, "gather");
      const { tokens, places, labels, weights } = batch;
      const numbers = new Map([...frozen, ...trained]);
      const feeds = Object.fromEntries([...numbers].map(([key, { data }]) => [key, data]));
      for (const [key, { data }] of trained) feeds[graphNames.gathered(key)] = new Float32Array(data.length);
      const results = await evaluate(graph, { ...feeds, tokens, places, labels, weights });
      const expected = await readTensors(join(folder, name, "gradients.safetensors"));
      expect([...trained.keys()].sort()).toEqual([...expected.keys()].sort());
      const norm = reference[name]?.norms[0] as number;
      for (const [key, { data }] of expected) {
        const found = results[graphNames.next(graphNames.gathered(key))] as number[];
        const errors = found.map((value, at) => Math.abs(value - (data[at] as number)));
        expect(Math.max(...errors) / norm, key).toBeLessThan(1e-5);
      }
    });

    test("has their losses, gradient norms and weights over 20 steps", async () => {
      const { setup, frozen, trained } = await readCase(name, 16);
      const trainer = await createTrainer(setup, frozen, initialState(trained), { threads: 1 });
      const schedule = { peak: settings.peak, warmupSteps: 3, totalSteps: 20, shape: "cosine" } as const;
      for (let step = 0; step < settings.steps; step += 1) {
        const batch = laidOut[step % laidOut.length] as (typeof laidOut)[number];
        const { loss, gradientNorm } = await trainer.step([batch], learningRate(schedule, step));
        expect(loss / (reference[name]?.losses[step] as number)).toBeCloseTo(1, 4);
        expect(gradientNorm / (reference[name]?.norms[step] as number)).toBeCloseTo(1, 3);
      }
      const { weights, step } = trainer.state();
      await trainer.close();
      expect(step).toBe(20);
      const expected = await readTensors(join(folder, name, "final.safetensors"));
      for (const [key, { data }] of expected) {
        expect(distance(weights.get(key)?.data as Float32Array, data), key).toBeLessThan(1e-3);
        // They moved far more than that.
        expect(distance(trained.get(key)?.data as Float32Array, data), key).toBeGreaterThan(5e-3);
      }
    });
  });
});
