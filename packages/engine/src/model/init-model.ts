import { existsSync } from "node:fs";
import { join } from "node:path";
import { MemopError, writeFileAtomic } from "@memop/core";
import { sizeOf } from "../graph/shape.ts";
import { writeSafetensors } from "../safetensors/write-safetensors.ts";
import { byteVocabularySize, specialTokenId } from "../tokenizer/byte-tokenizer.ts";
import { tokenizerFiles } from "../tokenizer/tokenizer-files.ts";
import { configFile } from "./config-file.ts";
import { parseModelConfig } from "./model-config.ts";
import { randomWeights } from "./random-weights.ts";
import { weightShapes } from "./weight-shapes.ts";

/** What `initModel` made. */
export interface InitializedModel {
  readonly folder: string;
  readonly parameters: number;
  readonly files: readonly string[];
}

/**
 * Writes the folder of an untrained model: config.json, random weights, byte-level tokenizer and chat template.
 *
 * `fields` are those of a config.json; `model_type` (llama), `vocab_size` (that of the tokenizer) and tied embeddings have
 * defaults. The same seed gives the same bytes. config.json comes last: a folder without it was not finished.
 * Throws `BAD_CONFIG` when the vocabulary is smaller than the tokenizer's, `BAD_USAGE` when the folder has a config.json.
 */
export async function initModel(
  fields: Readonly<Record<string, unknown>>,
  folder: string,
  { seed, where = "the model's config" }: { readonly seed: number; readonly where?: string },
): Promise<InitializedModel> {
  if (existsSync(join(folder, "config.json"))) {
    throw new MemopError("BAD_USAGE", `${folder} holds a model already`, { hint: "name another folder, or remove it" });
  }
  const source = {
    model_type: "llama",
    vocab_size: byteVocabularySize,
    tie_word_embeddings: true,
    ...fields,
    bos_token_id: null,
    eos_token_id: specialTokenId("<|im_end|>"),
    pad_token_id: specialTokenId("<|endoftext|>"),
  };
  const config = parseModelConfig(source, where);
  if (config.vocabularySize < byteVocabularySize) {
    throw new MemopError("BAD_CONFIG", `${where}: vocab_size ${config.vocabularySize} is below ${byteVocabularySize}`, {
      hint: `the byte-level tokenizer has ${byteVocabularySize} tokens`,
    });
  }
  const weights = randomWeights(config, seed);
  const texts: Readonly<Record<string, string>> = {
    ...tokenizerFiles(config.maxPositions),
    "generation_config.json": toText({ eos_token_id: source.eos_token_id, pad_token_id: source.pad_token_id }),
    "config.json": toText(configFile(config)),
  };
  await writeSafetensors(join(folder, "model.safetensors"), weights);
  for (const [name, text] of Object.entries(texts)) await writeFileAtomic(join(folder, name), text);
  return {
    folder,
    parameters: [...weightShapes(config).values()].reduce((sum, shape) => sum + sizeOf(shape), 0),
    files: ["model.safetensors", ...Object.keys(texts)],
  };
}

function toText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
