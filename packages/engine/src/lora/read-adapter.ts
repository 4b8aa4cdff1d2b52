import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MemopError } from "@memop/core";
import { sameShape, showShape } from "../graph/shape.ts";
import type { ModelConfig } from "../model/model-config.ts";
import { openSafetensors } from "../safetensors/read-safetensors.ts";
import type { Weight, Weights } from "../weights/weight.ts";
import { type AdapterConfig, adapterShapes, parseAdapterConfig } from "./adapter-config.ts";

/** An adapter: what it is, and its numbers. */
export interface Adapter {
  readonly config: AdapterConfig;
  readonly weights: Weights;
}

/**
 * Reads an adapter folder as PEFT saves it, for a model.
 *
 * Throws `NOT_FOUND`, `BAD_CONFIG` or `BAD_INPUT`, naming file, tensor, expected and found shape.
 */
export async function readAdapter(folder: string, model: ModelConfig): Promise<Adapter> {
  const path = join(folder, "adapter_config.json");
  const config = parseAdapterConfig(await readJson(path), path);
  const file = await openSafetensors(join(folder, "adapter_model.safetensors"));
  try {
    const expected = adapterShapes(model, config);
    const weights = new Map<string, Weight>();
    for (const [name, shape] of expected) {
      const found = file.shapes.get(name);
      if (!found || !sameShape(found, shape)) {
        const problem = found ? `has shape ${showShape(found)}` : "is missing";
        throw new MemopError("BAD_INPUT", `${file.path}: tensor ${name} ${problem}, expected ${showShape(shape)}`);
      }
      weights.set(name, await file.read(name));
    }
    const extra = [...file.shapes.keys()].find((name) => !expected.has(name));
    if (extra) throw new MemopError("BAD_INPUT", `${file.path}: tensor ${extra} has no place in the adapter`);
    return { config, weights };
  } finally {
    await file.close();
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    const code = cause instanceof SyntaxError ? "BAD_INPUT" : "NOT_FOUND";
    throw new MemopError(code, `${path}: ${code === "BAD_INPUT" ? "is no JSON" : "cannot be read"}`, { cause });
  }
}
