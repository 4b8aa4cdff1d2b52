import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AutoModelForCausalLM, AutoTokenizer, env, Tensor } from "@huggingface/transformers";
import { findPart, requirePart } from "@memop/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addInput, addOutput, createGraph } from "../graph/graph.ts";
import type { AdapterConfig } from "../lora/adapter-config.ts";
import { mergeAdapter } from "../lora/merge-adapter.ts";
import { randomAdapter } from "../lora/random-adapter.ts";
import { type Adapter, readAdapter } from "../lora/read-adapter.ts";
import { decoder, outputHead } from "../model/decoder.ts";
import { initModel } from "../model/init-model.ts";
import { modelLayers } from "../model/model-layers.ts";
import { type Model, readModel } from "../model/read-model.ts";
import { weightShapes } from "../model/weight-shapes.ts";
import { gemm } from "../operators/matrix/gemm.ts";
import { evaluate } from "../testing/evaluate.ts";
import { exportAdapter } from "./export-adapter.ts";
import { exportModel, exportOnnx } from "./export-model.ts";

const python = findPart("python");
const root = mkdtempSync(join(tmpdir(), "memop-exports-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
env.allowRemoteModels = false;

const small = {
  hidden_size: 24,
  intermediate_size: 36,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  max_position_embeddings: 64,
  initializer_range: 0.3,
};
const yarn = { rope_type: "yarn", factor: 4, original_max_position_embeddings: 16, rope_theta: 1000 };
const cases: Readonly<Record<string, object>> = {
  llama: { ...small, model_type: "llama", attention_bias: true, mlp_bias: true, tie_word_embeddings: false },
  qwen2: { ...small, model_type: "qwen2", rope_parameters: yarn },
  qwen3: { ...small, model_type: "qwen3", head_dim: 8 },
  smollm3: { ...small, model_type: "smollm3", no_rope_layer_interval: 2 },
};
const adapterConfig: AdapterConfig = {
  rank: 2,
  alpha: 4,
  rankStabilized: false,
  targetModules: ["q_proj", "down_proj"],
};
const text = "Hello, wörld";
const tokens = [...Buffer.from(text)];

async function logitsOf({ config, weights }: Model): Promise<number[]> {
  const graph = createGraph();
  const layers = modelLayers(graph, weightShapes(config), { isTrained: () => false });
  const inputs = { tokens: addInput(graph, "tokens", "int64", [1, tokens.length]) };
  const plan = { attention: { block: 64, recompute: false }, recomputeLayers: false };
  const hidden = decoder(config, layers, inputs, plan);
  addOutput(graph, "logits", gemm(hidden, outputHead(config, layers), { b: true }));
  const numbers = [...weights].map(([name, { data }]) => [name, data]);
  return (await evaluate(graph, { ...Object.fromEntries(numbers), tokens })).logits as number[];
}

function largestDifference(a: ArrayLike<number>, b: readonly number[]): number {
  expect(a.length).toBe(b.length);
  return Math.max(...b.map((value, at) => Math.abs((a[at] as number) - value)));
}

const models = new Map<string, Model>();
const adapters = new Map<string, Adapter>();
const expected = new Map<string, number[]>();
const mergedLogits = new Map<string, number[]>();

beforeAll(async () => {
  for (const [name, fields] of Object.entries(cases)) {
    const folder = (kind: string) => join(root, kind, name);
    await initModel({ ...fields }, folder("start"), { seed: 4 });
    const model = await readModel(folder("start"));
    models.set(name, model);
    expected.set(name, await logitsOf(model));
    await exportModel(model, folder("model"), { from: folder("start") });
    await exportModel(model, folder("half"), { from: null, type: "BF16" });
    await exportOnnx(model, folder("onnx"), { from: folder("start") });
    const weights = new Map(
      [...randomAdapter(model.config, adapterConfig, 1)].map(([key, { shape, data }]) => [
        key,
        { shape, data: data.map((value, at) => value + Math.sin(at) / 4) },
      ]),
    );
    const adapter = { config: adapterConfig, weights };
    adapters.set(name, adapter);
    await exportAdapter(adapter, folder("adapter"), folder("start"));
    const merged = { ...model, weights: mergeAdapter(model.config, model.weights, adapterConfig, weights) };
    await exportModel(merged, folder("merged"), { from: folder("start") });
    mergedLogits.set(name, await logitsOf(merged));
  }
});

describe.each(Object.keys(cases))("%s", (name) => {
  test("comes back from its folder as it was, with the files that go along", async () => {
    const model = models.get(name) as Model;
    const again = await readModel(join(root, "model", name));
    expect(again.weights).toEqual(model.weights);
    expect({ ...again.config, source: null }).toEqual({ ...model.config, source: null });
    expect(readdirSync(join(root, "model", name)).sort()).toEqual(readdirSync(join(root, "start", name)).sort());
  });

  test("keeps its logits nearly in half the bytes", async () => {
    const half = await logitsOf(await readModel(join(root, "half", name)));
    const reference = expected.get(name) as number[];
    expect(largestDifference(half, reference)).toBeLessThan(0.05 * Math.max(...reference.map(Math.abs)));
    expect(half).not.toEqual(reference);
  });

  test("comes back with its adapter", async () => {
    const adapter = adapters.get(name) as Adapter;
    const again = await readAdapter(join(root, "adapter", name), (models.get(name) as Model).config);
    expect(again).toEqual(adapter);
  });

  test("has its logits in transformers.js, and goes on from its cache", async () => {
    const folder = join(root, "onnx", name);
    const tokenizer = await AutoTokenizer.from_pretrained(folder, { local_files_only: true });
    const model = await AutoModelForCausalLM.from_pretrained(folder, {
      local_files_only: true,
      dtype: "fp32",
      device: "cpu",
    });
    try {
      const inputs = await tokenizer(text);
      expect(Array.from(inputs.input_ids.data as BigInt64Array, Number)).toEqual(tokens);
      const { logits } = await model(inputs);
      expect(largestDifference(logits.data as Float32Array, expected.get(name) as number[])).toBeLessThan(1e-4);
      // Token by token with a cache, as against everything at once for each token.
      const generated = (await model.generate({ ...inputs, max_new_tokens: 5, do_sample: false })) as Tensor;
      const ids = Array.from(generated.data as BigInt64Array, Number);
      expect(ids.length).toBe(tokens.length + 5);
      const vocabulary = (models.get(name) as Model).config.vocabularySize;
      const input = new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]);
      const ones = new Tensor("int64", new BigInt64Array(ids.length).fill(1n), [1, ids.length]);
      const whole = (await model({ input_ids: input, attention_mask: ones })).logits.data as Float32Array;
      for (let at = tokens.length; at < ids.length; at += 1) {
        const row = whole.subarray((at - 1) * vocabulary, at * vocabulary);
        expect(row.indexOf(Math.max(...row))).toBe(ids[at]);
      }
    } finally {
      await model.dispose();
    }
  });
});

const script = `
import json, os, sys
os.environ["HF_HUB_OFFLINE"] = "1"
import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM
root, names, tokens = sys.argv[1], json.loads(sys.argv[2]), torch.tensor([json.loads(sys.argv[3])])
def logits(model):
    with torch.no_grad():
        return model.eval()(tokens).logits.flatten().tolist()
load = lambda kind, name: AutoModelForCausalLM.from_pretrained(os.path.join(root, kind, name), dtype=torch.float32)
print(json.dumps({name: {
    "model": logits(load("model", name)),
    "merged": logits(load("merged", name)),
    "adapter": logits(PeftModel.from_pretrained(load("start", name), os.path.join(root, "adapter", name))),
} for name in names}))
`;

const isMissing = requirePart(
  "python",
  python !== null,
  "`npm run setup:python` makes .venv with transformers and peft",
);
describe.skipIf(isMissing)("transformers and PEFT", () => {
  test("load the folders and have the same logits", () => {
    const names = Object.keys(cases);
    const output = execFileSync(python as string, ["-c", script, root, JSON.stringify(names), JSON.stringify(tokens)], {
      encoding: "utf8",
      stdio: "pipe",
      maxBuffer: 1 << 28,
    });
    const found = JSON.parse(output) as Record<string, Record<"model" | "merged" | "adapter", number[]>>;
    for (const name of names) {
      expect(largestDifference(found[name]?.model ?? [], expected.get(name) as number[])).toBeLessThan(1e-4);
      expect(largestDifference(found[name]?.merged ?? [], mergedLogits.get(name) as number[])).toBeLessThan(1e-3);
      expect(largestDifference(found[name]?.adapter ?? [], mergedLogits.get(name) as number[])).toBeLessThan(1e-3);
    }
  });
});
