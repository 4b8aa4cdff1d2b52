import type { BatchShape } from "../batches/batch.ts";
import { gradients } from "../graph/gradients.ts";
import { addInput, addOutput, createGraph, type Graph } from "../graph/graph.ts";
import type { Tensor } from "../graph/tensor.ts";
import { linearCrossEntropy } from "../layers/linear-cross-entropy.ts";
import type { AdapterConfig } from "../lora/adapter-config.ts";
import { adapterLayers } from "../lora/adapter-layers.ts";
import { type DecoderPlan, decoder, outputHead } from "../model/decoder.ts";
import type { ModelConfig } from "../model/model-config.ts";
import { modelLayers } from "../model/model-layers.ts";
import { weightShapes } from "../model/weight-shapes.ts";
import { add } from "../operators/elementwise/add.ts";
import { gatherRows } from "../operators/indexing/gather-rows.ts";
import { type AdamW, adamwStep, type StepScalars } from "../optimizer/adamw.ts";
import { clipScale, globalNorm } from "../optimizer/global-norm.ts";

/** What is trained, and how. */
export interface TrainingSetup {
  readonly config: ModelConfig;
  /** Null: all weights of the model are trained. */
  readonly adapter: AdapterConfig | null;
  readonly optimizer: AdamW;
  /** Limit of the gradients' global norm; null for none. */
  readonly clip: number | null;
  /** How the model is worked out for rows of a length; changes memory and speed, not the result. */
  readonly plan: (time: number) => DecoderPlan;
  /** Positions whose logits are there at one time. */
  readonly logitsChunk: number;
}

/**
 * What a graph does with a batch:
 * `step` updates the weights by it; `gather` adds its gradients to those of earlier batches; `loss` only judges it.
 */
export type BatchGraphKind = "step" | "gather" | "loss";

/** Names of tensors beside the weights, which have their own. */
export const graphNames = {
  loss: "loss",
  norm: "gradient norm",
  first: (name: string) => `first moment of ${name}`,
  second: (name: string) => `second moment of ${name}`,
  gathered: (name: string) => `gathered gradient of ${name}`,
  next: (name: string) => `next ${name}`,
} as const;

/** The graph that does something with a batch of a shape. */
export function batchGraph(setup: TrainingSetup, shape: BatchShape, kind: BatchGraphKind): Graph {
  const graph = createGraph();
  const { loss, parameters } = lossOf(graph, setup, shape, kind !== "loss");
  addOutput(graph, graphNames.loss, loss);
  if (kind === "loss") return graph;
  const found = gradients(loss, parameters);
  if (kind === "step") {
    addUpdate(graph, setup, parameters, found);
    return graph;
  }
  for (const [at, parameter] of parameters.entries()) {
    const name = graphNames.gathered(parameter.name);
    const before = addInput(graph, name, parameter.type, parameter.shape);
    addOutput(graph, graphNames.next(name), add(before, found[at] as Tensor));
  }
  return graph;
}

/** The graph that updates the weights by gathered gradients. */
export function updateGraph(setup: TrainingSetup, shapes: ReadonlyMap<string, readonly number[]>): Graph {
  const graph = createGraph();
  const input = (name: string, shape: readonly number[]) => addInput(graph, name, "float32", shape);
  const parameters = [...shapes].map(([name, shape]) => input(name, shape));
  const found = parameters.map(({ name, shape }) => input(graphNames.gathered(name), shape));
  addUpdate(graph, setup, parameters, found);
  return graph;
}

function lossOf(graph: Graph, setup: TrainingSetup, { rows, time, predictions }: BatchShape, isTrained: boolean) {
  const { config, adapter } = setup;
  const tokens = addInput(graph, "tokens", "int64", [rows, time]);
  const places = addInput(graph, "places", "int64", [predictions]);
  const labels = addInput(graph, "labels", "int64", [predictions]);
  const weights = addInput(graph, "weights", "float32", [predictions]);
  const base = modelLayers(graph, weightShapes(config), { isTrained: () => isTrained && adapter === null });
  const layers = adapter ? adapterLayers(graph, base, config, adapter, { isTrained }) : base;
  const states = decoder(config, layers, { tokens }, setup.plan(time));
  const hidden = gatherRows(states, places);
  const loss = linearCrossEntropy({ hidden, head: outputHead(config, layers), labels, weights }, setup.logitsChunk);
  return { loss, parameters: graph.inputs.filter((input) => input.requiresGradient) };
}

function addUpdate(graph: Graph, setup: TrainingSetup, parameters: readonly Tensor[], found: readonly Tensor[]): void {
  const scalar = (name: keyof StepScalars) => addInput(graph, name, "float32", []);
  const scalars = {
    stepSize: scalar("stepSize"),
    rootCorrection: scalar("rootCorrection"),
    decay: scalar("decay"),
  };
  const norm = globalNorm(found);
  addOutput(graph, graphNames.norm, norm);
  const scale = clipScale(norm, setup.clip);
  for (const [at, weight] of parameters.entries()) {
    const { name, type, shape } = weight;
    const first = addInput(graph, graphNames.first(name), type, shape);
    const second = addInput(graph, graphNames.second(name), type, shape);
    const next = adamwStep({ weight, first, second }, found[at] as Tensor, scale, scalars, setup.optimizer);
    addOutput(graph, graphNames.next(name), next.weight);
    addOutput(graph, graphNames.next(first.name), next.first);
    addOutput(graph, graphNames.next(second.name), next.second);
  }
}
