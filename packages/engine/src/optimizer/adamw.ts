import { scalarLike } from "../graph/graph.ts";
import type { Tensor } from "../graph/tensor.ts";
import { add } from "../operators/elementwise/add.ts";
import { divide } from "../operators/elementwise/divide.ts";
import { multiply } from "../operators/elementwise/multiply.ts";
import { squareRoot } from "../operators/elementwise/square-root.ts";
import { subtract } from "../operators/elementwise/subtract.ts";

/** Constants of AdamW. */
export interface AdamW {
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Decoupled decay, for matrices only: biases and norms are left alone, as transformers' Trainer does. */
  readonly weightDecay: number;
}

/** What PyTorch and transformers take when nothing is said. */
export const defaultAdamW: AdamW = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 };

/** Numbers that change from step to step; scalars of the graph. */
export interface StepScalars {
  /** Learning rate / (1 − β₁ᵗ). */
  readonly stepSize: Tensor;
  /** 1 / √(1 − β₂ᵗ). */
  readonly rootCorrection: Tensor;
  /** 1 − learning rate · weight decay. */
  readonly decay: Tensor;
}

/** A parameter and its moving means. */
export interface Moments {
  readonly weight: Tensor;
  readonly first: Tensor;
  readonly second: Tensor;
}

/**
 * One step of AdamW on one parameter, for its gradient times `scale`.
 *
 * Written so that each tensor of the parameter's size is passed over as rarely as possible.
 * Source: docs/papers.md#adamw.
 */
export function adamwStep(
  { weight, first, second }: Moments,
  gradient: Tensor,
  scale: Tensor,
  scalars: StepScalars,
  { beta1, beta2, epsilon, weightDecay }: AdamW,
): Moments {
  const number = (value: number) => scalarLike(weight, value);
  const nextFirst = add(multiply(first, number(beta1)), multiply(gradient, multiply(scale, number(1 - beta1))));
  const squareScale = multiply(multiply(scale, scale), number(1 - beta2));
  const nextSecond = add(multiply(second, number(beta2)), multiply(multiply(gradient, gradient), squareScale));
  const root = add(multiply(squareRoot(nextSecond), scalars.rootCorrection), number(epsilon));
  const move = multiply(divide(nextFirst, root), scalars.stepSize);
  const decays = weightDecay !== 0 && weight.shape.length > 1;
  const kept = decays ? multiply(weight, scalars.decay) : weight;
  return { weight: subtract(kept, move), first: nextFirst, second: nextSecond };
}

/** The scalars of step `step` (from 1), as plain numbers by the names of `StepScalars`. */
export function scalarValues(
  step: number,
  learningRate: number,
  { beta1, beta2, weightDecay }: AdamW,
): Readonly<Record<keyof StepScalars, number>> {
  return {
    stepSize: learningRate / (1 - beta1 ** step),
    rootCorrection: 1 / Math.sqrt(1 - beta2 ** step),
    decay: 1 - learningRate * weightDecay,
  };
}
