import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "@memop/core";
import { findPart, requirePart } from "@memop/core/testing";
import { loadTokenizer } from "@memop/tokens";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { byteVocabularySize } from "../tokenizer/byte-tokenizer.ts";
import { initModel } from "./init-model.ts";
import { readModel } from "./read-model.ts";

const tiny = {
  hidden_size: 64,
  intermediate_size: 96,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  max_position_embeddings: 128,
};
const python = findPart("python");

test("writes a folder that reads back as what was asked for", async () => {
  const folder = join(temporaryFolder(), "model");
  const made = await initModel(tiny, folder, { seed: 1 });
  expect(readdirSync(folder).sort()).toEqual([...made.files].sort());
  const { config, weights } = await readModel(folder);
  expect(config).toMatchObject({ vocabularySize: byteVocabularySize, hiddenSize: 64, tied: true, endTokens: [258] });
  const all = [...weights.values()].reduce((sum, { data }) => sum + data.length, 0);
  expect(made.parameters).toBe(all);
  const values = weights.get("model.layers.1.mlp.up_proj.weight")?.data as Float32Array;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  expect(mean).toBeCloseTo(0, 2);
  expect(deviation).toBeCloseTo(0.02, 3);
  expect(weights.get("model.norm.weight")?.data.every((value) => value === 1)).toBe(true);
});

test("the same seed gives the same bytes, another one others", async () => {
  const folder = temporaryFolder();
  for (const [name, seed] of [["a", 1] as const, ["b", 1] as const, ["c", 2] as const]) {
    await initModel(tiny, join(folder, name), { seed });
  }
  const bytes = (name: string) => sha256Hex(readFileSync(join(folder, name, "model.safetensors")));
  expect(bytes("a")).toBe(bytes("b"));
  expect(bytes("a")).not.toBe(bytes("c"));
});

test("a token is a byte", async () => {
  const folder = join(temporaryFolder(), "model");
  await initModel(tiny, folder, { seed: 1 });
  const tokenizer = await loadTokenizer(folder);
  expect(await tokenizer.count("a é 漢\n")).toBe(Buffer.byteLength("a é 漢\n"));
  expect(await tokenizer.count("<|im_start|>user\n")).toBe(6);
});

test("refuses a vocabulary without room for the bytes, and a folder that holds a model", async () => {
  const folder = join(temporaryFolder(), "model");
  await expect(initModel({ ...tiny, vocab_size: 200 }, folder, { seed: 1, where: "m.yaml" })).rejects.toThrow(
    "m.yaml: vocab_size 200 is below 259",
  );
  await initModel(tiny, folder, { seed: 1 });
  await expect(initModel(tiny, folder, { seed: 1 })).rejects.toThrow(`${folder} holds a model already`);
});

const script = `
import json, sys, os
os.environ["HF_HUB_OFFLINE"] = "1"
from transformers import AutoModelForCausalLM, AutoTokenizer
model = AutoModelForCausalLM.from_pretrained(sys.argv[1])
tokenizer = AutoTokenizer.from_pretrained(sys.argv[1])
text = "caf\\u00e9 \\u6f22\\n  <b>"
messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yes"}, {"role": "user", "content": "?"}]
chat = tokenizer.apply_chat_template(messages, return_assistant_tokens_mask=True, return_dict=True, add_generation_prompt=True)
print(json.dumps({
    "type": type(model).__name__,
    "parameters": model.num_parameters(),
    "ids": tokenizer(text)["input_ids"],
    "back": tokenizer.decode(tokenizer(text)["input_ids"]) == text,
    "chat": tokenizer.decode(chat["input_ids"]),
    "trained": tokenizer.decode([i for i, m in zip(chat["input_ids"], chat["assistant_masks"]) if m]),
    "eos": tokenizer.eos_token_id,
}))
`;

describe.skipIf(requirePart("python", python !== null, "`npm run setup:python` makes .venv with transformers"))(
  "transformers",
  () => {
    test("loads the folder, its tokenizer and its chat template", async () => {
      const folder = join(temporaryFolder(), "model");
      const { parameters } = await initModel(tiny, folder, { seed: 1 });
      const output = execFileSync(python as string, ["-c", script, folder], { encoding: "utf8", stdio: "pipe" });
      expect(JSON.parse(output)).toEqual({
        type: "LlamaForCausalLM",
        parameters,
        ids: [...Buffer.from("café 漢\n  <b>")],
        back: true,
        chat:
          "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nYes<|im_end|>\n" +
          "<|im_start|>user\n?<|im_end|>\n<|im_start|>assistant\n",
        trained: "Yes<|im_end|>",
        eos: 258,
      });
    });
  },
);
