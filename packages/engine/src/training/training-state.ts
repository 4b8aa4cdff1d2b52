import type { Tensor as RuntimeTensor } from "onnxruntime-node";
import { sizeOf } from "../graph/shape.ts";
import type { Weight, Weights } from "../weights/weight.ts";
import { graphNames } from "./training-graph.ts";

/** What training changes: the trained weights and the optimizer's moving means, and how many steps were made. */
export interface TrainingState {
  readonly step: number;
  /** Trained weights, by name. */
  readonly weights: Weights;
  readonly first: Weights;
  readonly second: Weights;
}

/** The state before the first step. */
export function initialState(weights: Weights): TrainingState {
  return { step: 0, weights, first: zerosLike(weights), second: zerosLike(weights) };
}

/** Makes a tensor of the runtime. */
export type MakeTensor = (data: Float32Array, shape: readonly number[]) => RuntimeTensor;

/**
 * Tensors that a graph reads and their twins that it writes: after a run the two change places, so nothing is copied.
 */
export interface BufferPair {
  /** By the names of the graph's inputs. */
  readonly current: Readonly<Record<string, RuntimeTensor>>;
  /** By the names of the graph's outputs. */
  readonly next: Readonly<Record<string, RuntimeTensor>>;
  swap(): void;
}

/** A pair of buffers that holds copies of tensors, by their names. */
export function bufferPair(tensors: ReadonlyMap<string, Weight>, make: MakeTensor): BufferPair {
  const side = (fill: boolean) =>
    new Map(
      [...tensors].map(([name, { shape, data }]) => [
        name,
        make(fill ? data.slice() : new Float32Array(sizeOf(shape)), shape),
      ]),
    );
  let sides = [side(true), side(false)] as const;
  return {
    get current() {
      return Object.fromEntries(sides[0]);
    },
    get next() {
      return Object.fromEntries([...sides[1]].map(([name, tensor]) => [graphNames.next(name), tensor]));
    },
    swap() {
      sides = [sides[1], sides[0]];
    },
  };
}

/** Everything of a state by the names that graphs use. */
export function namedTensors({ weights, first, second }: TrainingState): ReadonlyMap<string, Weight> {
  return new Map([
    ...weights,
    ...[...first].map(([name, weight]): [string, Weight] => [graphNames.first(name), weight]),
    ...[...second].map(([name, weight]): [string, Weight] => [graphNames.second(name), weight]),
  ]);
}

function zerosLike(weights: Weights): Weights {
  return new Map([...weights].map(([name, { shape }]) => [name, { shape, data: new Float32Array(sizeOf(shape)) }]));
}
