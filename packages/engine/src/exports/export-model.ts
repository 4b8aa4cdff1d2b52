import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MemopError, writeFileAtomic } from "@memop/core";
import { configFile } from "../model/config-file.ts";
import type { Model } from "../model/read-model.ts";
import { encodeModel } from "../onnx/encode-model.ts";
import { type StoredType, writeSafetensors } from "../safetensors/write-safetensors.ts";
import { onnxDecoder } from "./onnx-decoder.ts";

/** Files of a model folder that are not about its weights, and go along with them. */
const companions = [
  "tokenizer.json",
  "tokenizer_config.json",
  "special_tokens_map.json",
  "added_tokens.json",
  "vocab.json",
  "merges.txt",
  "chat_template.jinja",
  "generation_config.json",
];

/** Protobuf's limit; the rest of the file is far smaller than what is left out here. */
const MAX_ONNX_BYTES = 2 ** 31 - 2 ** 24;

/**
 * Writes a model folder in the layout of Hugging Face. Tokenizer and generation settings are copied from `from`, the folder
 * that the model came from; config.json comes last: a folder without it was not finished.
 */
export async function exportModel(
  model: Model,
  folder: string,
  { from, type = "F32" }: { readonly from: string | null; readonly type?: StoredType },
): Promise<void> {
  await writeSafetensors(join(folder, "model.safetensors"), model.weights, { type });
  await copyCompanions(from, folder);
  const dtype = type === "F32" ? "float32" : "bfloat16";
  await writeJson(join(folder, "config.json"), { ...configFile(model.config), torch_dtype: dtype, dtype });
}

/**
 * Writes a folder that transformers.js generates text with: `onnx/model.onnx` with key and value cache, and what goes along.
 *
 * Throws `BAD_USAGE` for a model above 2 GiB, which one ONNX file cannot hold.
 */
export async function exportOnnx(
  model: Model,
  folder: string,
  { from }: { readonly from: string | null },
): Promise<void> {
  const bytes = [...model.weights.values()].reduce((sum, { data }) => sum + data.byteLength, 0);
  if (bytes > MAX_ONNX_BYTES) {
    throw new MemopError("BAD_USAGE", `model: ${bytes} bytes of weights, one ONNX file holds ${MAX_ONNX_BYTES}`, {
      hint: "export it as safetensors",
    });
  }
  await writeFileAtomic(join(folder, "onnx", "model.onnx"), encodeModel(onnxDecoder(model.config, model.weights)));
  await copyCompanions(from, folder);
  await writeJson(join(folder, "config.json"), configFile(model.config));
}

async function copyCompanions(from: string | null, to: string): Promise<void> {
  if (from === null) return;
  for (const name of companions) {
    const source = join(from, name);
    if (existsSync(source)) await writeFileAtomic(join(to, name), await readFile(source));
  }
}

async function writeJson(path: string, value: object): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`);
}
