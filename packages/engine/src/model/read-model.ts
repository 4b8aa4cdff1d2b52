import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MemopError } from "@memop/core";
import { readModelWeights } from "../safetensors/read-model-weights.ts";
import type { Weights } from "../weights/weight.ts";
import { type ModelConfig, parseModelConfig } from "./model-config.ts";
import { isDerivedTensor, weightShapes } from "./weight-shapes.ts";

/** A decoder: what it is, and its numbers. */
export interface Model {
  readonly config: ModelConfig;
  readonly weights: Weights;
}

/**
 * Reads a model folder as transformers saves it: config.json and safetensors, in one file or in shards.
 *
 * Throws `NOT_FOUND`, `BAD_CONFIG` or `BAD_INPUT`, naming file, tensor, expected and found shape.
 */
export async function readModel(folder: string): Promise<Model> {
  const config = await readModelConfig(join(folder, "config.json"));
  return { config, weights: await readModelWeights(folder, weightShapes(config), isDerivedTensor(config)) };
}

/** Reads a config.json. Throws `NOT_FOUND`, `BAD_INPUT` when it is no JSON, `BAD_CONFIG`. */
export async function readModelConfig(path: string): Promise<ModelConfig> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new MemopError("NOT_FOUND", `${path}: cannot be read`, {
      hint: "give the folder of a model as saved by save_pretrained",
      cause,
    });
  }
  let source: unknown;
  try {
    source = JSON.parse(text);
  } catch (cause) {
    throw new MemopError("BAD_INPUT", `${path}: is no JSON`, { cause });
  }
  return parseModelConfig(source, path);
}
