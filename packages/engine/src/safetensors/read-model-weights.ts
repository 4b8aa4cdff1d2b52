import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MemopError } from "@memop/core";
import * as z from "zod";
import { sameShape, showShape } from "../graph/shape.ts";
import type { Weight, Weights } from "../weights/weight.ts";
import { openSafetensors, type SafetensorsFile } from "./read-safetensors.ts";

const Index = z.looseObject({ weight_map: z.record(z.string(), z.string()) });

/**
 * The tensors of a model folder: `model.safetensors`, or the shards that `model.safetensors.index.json` lists.
 *
 * `expected` names every tensor that the model has, with its shape; `ignored` says which others may be in the files.
 * Throws `BAD_INPUT` naming the first tensor that is missing, unknown, or of another shape, before anything is read.
 */
export async function readModelWeights(
  folder: string,
  expected: ReadonlyMap<string, readonly number[]>,
  ignored: (name: string) => boolean = () => false,
): Promise<Weights> {
  const files: SafetensorsFile[] = [];
  try {
    for (const path of await weightFiles(folder)) files.push(await openSafetensors(path));
    checkTensors(folder, files, expected, ignored);
    const weights = new Map<string, Weight>();
    for (const name of expected.keys()) {
      const file = files.find(({ shapes }) => shapes.has(name)) as SafetensorsFile;
      weights.set(name, await file.read(name));
    }
    return weights;
  } finally {
    for (const file of files) await file.close();
  }
}

async function weightFiles(folder: string): Promise<string[]> {
  const single = join(folder, "model.safetensors");
  if (existsSync(single)) return [single];
  const index = join(folder, "model.safetensors.index.json");
  if (!existsSync(index)) {
    throw new MemopError("NOT_FOUND", `${folder} has neither model.safetensors nor model.safetensors.index.json`, {
      hint: "give the folder of a model as saved by save_pretrained",
    });
  }
  try {
    const { weight_map } = Index.parse(JSON.parse(await readFile(index, "utf8")));
    return [...new Set(Object.values(weight_map))].sort().map((name) => join(folder, name));
  } catch (cause) {
    throw new MemopError("BAD_INPUT", `${index}: is no index of shards`, { cause });
  }
}

function checkTensors(
  folder: string,
  files: readonly SafetensorsFile[],
  expected: ReadonlyMap<string, readonly number[]>,
  ignored: (name: string) => boolean,
): void {
  const found = new Map(files.flatMap(({ shapes }) => [...shapes]));
  for (const [name, shape] of expected) {
    const actual = found.get(name);
    if (!actual) {
      throw new MemopError(
        "BAD_INPUT",
        `${folder}: tensor ${name} is missing, expected with shape ${showShape(shape)}`,
      );
    }
    if (!sameShape(actual, shape)) {
      throw new MemopError(
        "BAD_INPUT",
        `${folder}: tensor ${name} has shape ${showShape(actual)}, by config.json it is ${showShape(shape)}`,
      );
    }
  }
  for (const name of found.keys()) {
    if (expected.has(name) || ignored(name)) continue;
    throw new MemopError("BAD_INPUT", `${folder}: tensor ${name} has no place in the model that config.json describes`);
  }
}
