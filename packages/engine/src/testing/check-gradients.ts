import { createRandom } from "@memop/core";
import { expect } from "vitest";
import { gradients } from "../graph/gradients.ts";
import { addConstant, addOutput, addParameter, createGraph, type Graph } from "../graph/graph.ts";
import { sizeOf } from "../graph/shape.ts";
import type { Tensor } from "../graph/tensor.ts";
import { dataOf } from "../onnx/data-type.ts";
import { multiply } from "../operators/elementwise/multiply.ts";
import { reduceSum } from "../operators/reduction/reduce-sum.ts";
import { evaluator } from "./evaluate.ts";

/** What to differentiate, and where. */
export interface GradientCheck {
  /** Shapes of the inputs. */
  readonly shapes: readonly (readonly number[])[];
  readonly build: (...inputs: Tensor[]) => Tensor;
  /** Maps a random number in (−1, 1) to an input's element: keeps away from where the function has no gradient. */
  readonly value?: (random: number) => number;
}

/**
 * Compares an operator's gradients with central differences, in float64, at every element of every input.
 *
 * The result is weighted with random numbers and summed up, so that no error cancels out.
 */
export async function checkGradients({ shapes, build, value = (random) => random }: GradientCheck): Promise<void> {
  const random = createRandom(11);
  const draw = (length: number) => Array.from({ length }, () => random.next() * 2 - 1);
  const numbers = shapes.map((shape) => draw(sizeOf(shape)).map(value));
  const weigh = (graph: Graph, result: Tensor): Tensor => {
    const data = dataOf("float64", resultWeights(sizeOf(result.shape)));
    return reduceSum(multiply(result, addConstant(graph, { type: "float64", shape: result.shape, data })));
  };
  const graph = createGraph();
  const inputs = shapes.map((shape, at) => addParameter(graph, `x${at}`, "float64", shape));
  const loss = weigh(graph, build(...inputs));
  addOutput(graph, "loss", loss);
  for (const [at, gradient] of gradients(loss, inputs).entries()) addOutput(graph, `g${at}`, gradient);
  const run = await evaluator(graph);
  const feed = () => run(Object.fromEntries(numbers.map((values, at) => [`x${at}`, values])));

  const analytic = await feed();
  for (const [at, values] of numbers.entries()) {
    for (const [element, original] of values.entries()) {
      const step = 1e-5;
      values[element] = original + step;
      const above = (await feed()).loss?.[0] as number;
      values[element] = original - step;
      const below = (await feed()).loss?.[0] as number;
      values[element] = original;
      const numeric = (above - below) / (2 * step);
      const found = analytic[`g${at}`]?.[element] as number;
      const error = Math.abs(found - numeric) / Math.max(1, Math.abs(numeric));
      expect(error, `input ${at}, element ${element}: ${found}, by differences ${numeric}`).toBeLessThan(1e-8);
    }
  }
}

function resultWeights(length: number): number[] {
  const random = createRandom("weights");
  return Array.from({ length }, () => random.next() + 0.5);
}
