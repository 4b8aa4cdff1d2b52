import { MemopError } from "@memop/core";
import type { Tensor as RuntimeTensor } from "onnxruntime-node";
import type { Batch, BatchShape } from "../batches/batch.ts";
import { encodeGraph } from "../graph/encode-graph.ts";
import { estimateMemory, type MemoryEstimate } from "../graph/estimate-memory.ts";
import { sizeOf } from "../graph/shape.ts";
import { scalarValues } from "../optimizer/adamw.ts";
import { loadRuntime, openSession, type Session, type SessionOptions } from "../runtime/open-session.ts";
import type { Weight, Weights } from "../weights/weight.ts";
import { type BatchGraphKind, batchGraph, graphNames, type TrainingSetup, updateGraph } from "./training-graph.ts";
import { bufferPair, type MakeTensor, namedTensors, type TrainingState } from "./training-state.ts";

/** What a step of the optimizer says of itself. */
export interface StepResult {
  /** Sum over the batches of their losses; a mean when the batches' weights add up to 1. */
  readonly loss: number;
  /** Global norm of the gradients before clipping. */
  readonly gradientNorm: number;
}

/** Trains a model in this thread, step by step. */
export interface Trainer {
  /** One step of the optimizer on the gradients of all batches. */
  step(batches: readonly Batch[], learningRate: number): Promise<StepResult>;
  /** Loss of a batch; changes nothing. */
  loss(batch: Batch): Promise<number>;
  /** A copy of the state as it is now. */
  state(): TrainingState;
  /** What a step with batches of a shape takes, before anything is made for it. */
  estimate(shape: BatchShape): MemoryEstimate;
  close(): Promise<void>;
}

/** Sessions that are kept ready, for so many different shapes. */
const MAX_SESSIONS = 6;

/**
 * Makes a trainer that begins at a state. `frozen` are the weights that are not trained: all of the model's with an
 * adapter, none without.
 *
 * Everything of a step, the optimizer included, is one graph and one run; only with several batches a step their gradients
 * are gathered first.
 */
export async function createTrainer(
  setup: TrainingSetup,
  frozen: Weights,
  start: TrainingState,
  options: SessionOptions = {},
): Promise<Trainer> {
  const runtime = await loadRuntime();
  const make: MakeTensor = (data, shape) => new runtime.Tensor("float32", data, shape);
  const whole = (data: BigInt64Array, shape: readonly number[]) => new runtime.Tensor("int64", data, shape);
  const fixed = Object.fromEntries([...frozen].map(([name, { shape, data }]) => [name, make(data, shape)]));
  const state = bufferPair(namedTensors(start), make);
  const sessions = sessionCache(options);
  let steps = start.step;

  const batchInputs = (batch: Batch): Record<string, RuntimeTensor> => ({
    tokens: whole(batch.tokens, [batch.rows, batch.time]),
    places: whole(batch.places, [batch.predictions]),
    labels: whole(batch.labels, [batch.predictions]),
    weights: make(batch.weights, [batch.predictions]),
  });
  const scalars = (learningRate: number) =>
    Object.fromEntries(
      Object.entries(scalarValues(steps + 1, learningRate, setup.optimizer)).map(([name, value]) => [
        name,
        make(Float32Array.of(value), []),
      ]),
    );
  const graphFor = (batch: BatchShape, kind: BatchGraphKind) =>
    sessions.get(`${kind} ${batch.rows} ${batch.time} ${batch.predictions}`, () =>
      encodeGraph(batchGraph(setup, batch, kind)),
    );
  const weights = () => pick(state.current, start.weights.keys());

  const gather = async (batches: readonly Batch[]) => {
    const zeros = [...start.weights].map(([name, { shape }]): [string, Weight] => [
      graphNames.gathered(name),
      { shape, data: new Float32Array(sizeOf(shape)) },
    ]);
    const gathered = bufferPair(new Map(zeros), make);
    let loss = 0;
    for (const batch of batches) {
      const session = await graphFor(batch, "gather");
      const inputs = { ...fixed, ...weights(), ...gathered.current, ...batchInputs(batch) };
      loss += numberOf(await session.run(inputs, { [graphNames.loss]: null, ...gathered.next }), graphNames.loss);
      gathered.swap();
    }
    return { loss, gradients: gathered.current };
  };
  const finish = (results: Results, loss: number): StepResult => {
    state.swap();
    steps += 1;
    return { loss, gradientNorm: numberOf(results, graphNames.norm) };
  };

  return {
    async step(batches, learningRate) {
      const [only] = batches;
      if (!only) throw new MemopError("BAD_USAGE", "trainer: a step needs a batch");
      const inputs = { ...state.current, ...scalars(learningRate) };
      const wanted = { [graphNames.norm]: null, ...state.next };
      if (batches.length === 1) {
        const session = await graphFor(only, "step");
        const all = { ...fixed, ...inputs, ...batchInputs(only) };
        const results = await session.run(all, { [graphNames.loss]: null, ...wanted });
        return finish(results, numberOf(results, graphNames.loss));
      }
      const { loss, gradients } = await gather(batches);
      const session = await sessions.get("update", () => encodeGraph(updateGraph(setup, shapesOf(start.weights))));
      return finish(await session.run({ ...inputs, ...gradients }, wanted), loss);
    },
    async loss(batch) {
      const session = await graphFor(batch, "loss");
      const results = await session.run({ ...fixed, ...weights(), ...batchInputs(batch) });
      return numberOf(results, graphNames.loss);
    },
    state: () => ({
      step: steps,
      weights: copied(state.current, start.weights, (name) => name),
      first: copied(state.current, start.weights, graphNames.first),
      second: copied(state.current, start.weights, graphNames.second),
    }),
    estimate: (shape) => estimateMemory(batchGraph(setup, shape, "step")),
    close: () => sessions.close(),
  };
}

type Results = Readonly<Record<string, RuntimeTensor>>;

function numberOf(results: Results, name: string): number {
  return results[name]?.data[0] as number;
}

function pick(tensors: Results, names: Iterable<string>): Results {
  return Object.fromEntries([...names].map((name) => [name, tensors[name] as RuntimeTensor]));
}

function copied(tensors: Results, like: Weights, nameOf: (name: string) => string): Weights {
  return new Map(
    [...like].map(([name, { shape }]): [string, Weight] => {
      const data = tensors[nameOf(name)]?.data as Float32Array;
      return [name, { shape, data: data.slice() }];
    }),
  );
}

function shapesOf(weights: Weights): ReadonlyMap<string, readonly number[]> {
  return new Map([...weights].map(([name, { shape }]) => [name, shape]));
}

/** Sessions by what they are for; the one that was not used for longest makes room. */
function sessionCache(options: SessionOptions) {
  const open = new Map<string, Session>();
  return {
    async get(key: string, encode: () => Uint8Array): Promise<Session> {
      const known = open.get(key);
      open.delete(key);
      const session = known ?? (await openSession(encode(), options));
      open.set(key, session);
      const [oldest] = open;
      if (oldest && open.size > MAX_SESSIONS) {
        open.delete(oldest[0]);
        await oldest[1].close();
      }
      return session;
    },
    async close(): Promise<void> {
      for (const session of open.values()) await session.close();
      open.clear();
    },
  };
}
