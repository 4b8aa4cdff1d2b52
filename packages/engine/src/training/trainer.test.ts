import { createRandom } from "@memop/core";
import { describe, expect, test } from "vitest";
import { type Batch, type Example, shapeFor, toBatch, totalWeight } from "../batches/batch.ts";
import { parseModelConfig } from "../model/model-config.ts";
import { randomWeights } from "../model/random-weights.ts";
import { defaultAdamW } from "../optimizer/adamw.ts";
import { defaultPlan } from "./default-plan.ts";
import { createTrainer, type Trainer } from "./trainer.ts";
import type { TrainingSetup } from "./training-graph.ts";
import { initialState } from "./training-state.ts";

const config = parseModelConfig(
  {
    model_type: "llama",
    vocab_size: 24,
    hidden_size: 16,
    intermediate_size: 24,
    num_hidden_layers: 2,
    num_attention_heads: 2,
    tie_word_embeddings: true,
  },
  "test",
);
const setup: TrainingSetup = {
  config,
  adapter: null,
  optimizer: defaultAdamW,
  clip: 1,
  plan: defaultPlan,
  logitsChunk: 64,
};
const weights = randomWeights(config, 1);

async function withTrainer<T>(use: (trainer: Trainer) => Promise<T>, start = initialState(weights)): Promise<T> {
  const trainer = await createTrainer(setup, new Map(), start, { threads: 1 });
  try {
    return await use(trainer);
  } finally {
    await trainer.close();
  }
}

const random = createRandom(5);
const example = (length: number): Example => ({
  tokens: Array.from({ length }, () => random.integer(24)),
  weights: Array.from({ length }, (_, at) => (at < 3 ? 0 : 1)),
});
const examples = [example(12), example(7), example(9), example(12)];
const batchOf = (some: readonly Example[], scale = 1 / totalWeight(some)): Batch =>
  toBatch(some, shapeFor(some), scale);

test("learns sequences by heart", async () => {
  await withTrainer(async (trainer) => {
    const batch = batchOf(examples);
    const before = await trainer.loss(batch);
    expect(before).toBeCloseTo(Math.log(24), 0);
    for (let step = 0; step < 80; step += 1) await trainer.step([batch], 0.02);
    expect(await trainer.loss(batch)).toBeLessThan(0.1);
  });
});

test("several small batches a step do what one large one does", async () => {
  const scale = 1 / totalWeight(examples);
  const run = (batches: readonly Batch[]) =>
    withTrainer(async (trainer) => {
      const results = [];
      for (let step = 0; step < 3; step += 1) results.push(await trainer.step(batches, 0.01));
      return { results, state: trainer.state() };
    });
  const whole = await run([batchOf(examples, scale)]);
  const parts = await run([batchOf(examples.slice(0, 1), scale), batchOf(examples.slice(1), scale)]);
  for (const [at, { loss, gradientNorm }] of parts.results.entries()) {
    expect(loss).toBeCloseTo(whole.results[at]?.loss as number, 5);
    expect(gradientNorm).toBeCloseTo(whole.results[at]?.gradientNorm as number, 4);
  }
  for (const [name, { data }] of parts.state.weights) {
    const expected = whole.state.weights.get(name)?.data as Float32Array;
    for (const [at, value] of data.entries()) expect(Math.abs(value - (expected[at] as number))).toBeLessThan(2e-4);
  }
});

test("goes on from a state as if it had not stopped, bit for bit", async () => {
  const batch = batchOf(examples);
  const through = await withTrainer(async (trainer) => {
    for (let step = 0; step < 6; step += 1) await trainer.step([batch], 0.01);
    return trainer.state();
  });
  const half = await withTrainer(async (trainer) => {
    for (let step = 0; step < 3; step += 1) await trainer.step([batch], 0.01);
    return trainer.state();
  });
  const resumed = await withTrainer(async (trainer) => {
    for (let step = 0; step < 3; step += 1) await trainer.step([batch], 0.01);
    return trainer.state();
  }, half);
  expect(resumed).toEqual(through);
});

describe("a state", () => {
  test("is a copy, and making a trainer leaves the weights given as they are", async () => {
    const original = randomWeights(config, 1);
    await withTrainer(async (trainer) => {
      const before = trainer.state();
      await trainer.step([batchOf(examples)], 0.01);
      expect(before.weights).toEqual(original);
      expect(trainer.state().weights).not.toEqual(original);
    });
    expect(weights).toEqual(original);
  });
});

test("more shapes than sessions are kept for still work", async () => {
  await withTrainer(async (trainer) => {
    const losses = async () => {
      const all = [];
      for (let rows = 1; rows <= 9; rows += 1) {
        all.push(await trainer.loss(toBatch(examples.slice(0, 1), { rows, time: 16, predictions: 16 }, 1)));
      }
      return all;
    };
    const first = await losses();
    expect(await losses()).toEqual(first);
    for (const loss of first) expect(loss).toBeCloseTo(first[0] as number, 4);
  });
});

test("a step without a batch is refused, and memory is told before anything is made", async () => {
  await withTrainer(async (trainer) => {
    await expect(trainer.step([], 0.1)).rejects.toThrow("trainer: a step needs a batch");
    const small = trainer.estimate({ rows: 1, time: 16, predictions: 16 });
    const large = trainer.estimate({ rows: 8, time: 64, predictions: 512 });
    expect(large.intermediates).toBeGreaterThan(8 * small.intermediates);
    const parameters = [...weights.values()].reduce((sum, { data }) => sum + data.length, 0);
    expect(small.outputs).toBe(3 * 4 * parameters + 8);
  });
});
