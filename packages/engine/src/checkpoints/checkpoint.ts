import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { flushToDisk, hashFile, MemopError, writeFileAtomic } from "@memop/core";
import * as z from "zod";
import { openSafetensors } from "../safetensors/read-safetensors.ts";
import { writeSafetensors } from "../safetensors/write-safetensors.ts";
import { graphNames } from "../training/training-graph.ts";
import { namedTensors, type TrainingState } from "../training/training-state.ts";
import type { Weight, Weights } from "../weights/weight.ts";

const CheckpointFile = z.strictObject({
  format: z.literal("memop-checkpoint"),
  version: z.literal(1),
  step: z.int().nonnegative(),
  /** Steps per pass over the data and the like: what the training loop needs to go on. */
  progress: z.record(z.string(), z.json()),
  /** SHA-256 of state.safetensors. */
  hash: z.string(),
});

/** What a checkpoint holds: the state, and what the training loop wants to know when it goes on. */
export interface Checkpoint {
  readonly state: TrainingState;
  readonly progress: z.infer<typeof CheckpointFile>["progress"];
}

/**
 * Writes `checkpoint-STEP` into a folder and gives back its path. The checkpoint has its name only when all of it is on
 * disk; older ones beyond `keep` are removed afterwards.
 */
export async function writeCheckpoint(folder: string, { state, progress }: Checkpoint, keep: number): Promise<string> {
  const path = join(folder, `checkpoint-${state.step}`);
  const temporary = `${path}.tmp`;
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });
  const tensors = join(temporary, "state.safetensors");
  await writeSafetensors(tensors, namedTensors(state));
  const file: z.infer<typeof CheckpointFile> = {
    format: "memop-checkpoint",
    version: 1,
    step: state.step,
    progress,
    hash: await hashFile(tensors),
  };
  await writeFileAtomic(join(temporary, "checkpoint.json"), `${JSON.stringify(file, null, 2)}\n`);
  await rm(path, { recursive: true, force: true });
  await rename(temporary, path);
  await flushToDisk(dirname(path));
  const steps = await checkpointSteps(folder);
  for (const step of steps.slice(0, Math.max(0, steps.length - keep))) {
    await rm(join(folder, `checkpoint-${step}`), { recursive: true });
  }
  return path;
}

/** Path of the checkpoint with the most steps in a folder; null when there is none. */
export async function latestCheckpoint(folder: string): Promise<string | null> {
  const last = (await checkpointSteps(folder)).at(-1);
  return last === undefined ? null : join(folder, `checkpoint-${last}`);
}

/**
 * Reads a checkpoint whole. `like` are the trained weights that it must have, by name and shape.
 *
 * Throws `BAD_INPUT`, naming the file, when it was changed or belongs to another model.
 */
export async function readCheckpoint(path: string, like: Weights): Promise<Checkpoint> {
  const json = join(path, "checkpoint.json");
  let file: z.infer<typeof CheckpointFile>;
  try {
    file = CheckpointFile.parse(JSON.parse(await readFile(json, "utf8")));
  } catch (cause) {
    throw new MemopError("BAD_INPUT", `${json}: is no checkpoint`, { cause });
  }
  const tensors = join(path, "state.safetensors");
  if (!existsSync(tensors) || (await hashFile(tensors)) !== file.hash) {
    throw new MemopError("BAD_INPUT", `${tensors}: is not what was written`, {
      hint: "resume from an earlier checkpoint",
    });
  }
  const opened = await openSafetensors(tensors);
  try {
    const read = async (nameOf: (name: string) => string): Promise<Weights> => {
      const found = new Map<string, Weight>();
      for (const [name, { shape }] of like) {
        const weight = await opened.read(nameOf(name));
        if (`${weight.shape}` !== `${shape}`) {
          throw new MemopError("BAD_INPUT", `${tensors}: tensor ${name} is ${weight.shape}, the model's is ${shape}`);
        }
        found.set(name, weight);
      }
      return found;
    };
    const weights = await read((name) => name);
    const first = await read(graphNames.first);
    const second = await read(graphNames.second);
    return { state: { step: file.step, weights, first, second }, progress: file.progress };
  } finally {
    await opened.close();
  }
}

/** Steps of the checkpoints in a folder, rising. */
async function checkpointSteps(folder: string): Promise<number[]> {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder);
  return names
    .flatMap((name) => /^checkpoint-(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}
