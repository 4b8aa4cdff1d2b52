import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { initialState, type TrainingState } from "../training/training-state.ts";
import { latestCheckpoint, readCheckpoint, writeCheckpoint } from "./checkpoint.ts";

const weights = new Map([["w", { shape: [2, 2], data: Float32Array.of(1, -0, 1e-42, Math.PI) }]]);
const stateAt = (step: number): TrainingState => ({
  ...initialState(weights),
  step,
  first: new Map([["w", { shape: [2, 2], data: Float32Array.of(step, 0.1, 3, 4) }]]),
});

test("what was written comes back, bit for bit", async () => {
  const folder = temporaryFolder();
  const progress = { epoch: 2, order: [3, 1, 2] };
  const path = await writeCheckpoint(folder, { state: stateAt(7), progress }, 2);
  expect(path).toBe(join(folder, "checkpoint-7"));
  expect(await readCheckpoint(path, weights)).toEqual({ state: stateAt(7), progress });
});

test("the latest one is that with the most steps, older ones go", async () => {
  const folder = temporaryFolder();
  expect(await latestCheckpoint(join(folder, "none"))).toBeNull();
  for (const step of [9, 10, 100]) await writeCheckpoint(folder, { state: stateAt(step), progress: {} }, 2);
  expect(readdirSync(folder).sort()).toEqual(["checkpoint-10", "checkpoint-100"]);
  expect(await latestCheckpoint(folder)).toBe(join(folder, "checkpoint-100"));
});

test("what an interrupted write left is no checkpoint, and is replaced", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "checkpoint-5.tmp"));
  writeFileSync(join(folder, "checkpoint-5.tmp/state.safetensors"), "half");
  expect(await latestCheckpoint(folder)).toBeNull();
  const path = await writeCheckpoint(folder, { state: stateAt(5), progress: {} }, 1);
  expect(readdirSync(folder)).toEqual(["checkpoint-5"]);
  expect((await readCheckpoint(path, weights)).state.step).toBe(5);
});

test("a changed, half or foreign checkpoint is refused", async () => {
  const folder = temporaryFolder();
  const path = await writeCheckpoint(folder, { state: stateAt(1), progress: {} }, 1);
  const other = new Map([["w", { shape: [4], data: new Float32Array(4) }]]);
  await expect(readCheckpoint(path, other)).rejects.toThrow("tensor w is 2,2, the model's is 4");
  appendFileSync(join(path, "state.safetensors"), " ");
  await expect(readCheckpoint(path, weights)).rejects.toThrow("is not what was written");
  writeFileSync(join(path, "checkpoint.json"), "{}");
  await expect(readCheckpoint(path, weights)).rejects.toThrow("is no checkpoint");
  expect(existsSync(path)).toBe(true);
});
