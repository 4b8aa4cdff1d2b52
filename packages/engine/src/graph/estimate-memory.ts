import { dataTypes } from "../onnx/data-type.ts";
import type { Graph } from "./graph.ts";
import { orderedNodes } from "./ordered-nodes.ts";
import { sizeOf } from "./shape.ts";
import type { Tensor, TensorType } from "./tensor.ts";

/** Bytes that a graph needs while it runs. */
export interface MemoryEstimate {
  readonly inputs: number;
  readonly outputs: number;
  readonly constants: number;
  /** The most that intermediate results take at one time. */
  readonly intermediates: number;
  readonly total: number;
}

/** Operators whose result can take the place of an input of the same size that nobody needs any more. */
const inPlace = new Set(
  "Add Sub Mul Div Min Neg Exp Log Sqrt Reciprocal Sigmoid Tanh Softplus Softmax LogSoftmax ScatterElements ScatterND".split(
    " ",
  ),
);

/**
 * What a graph will take, before a session is made.
 *
 * Follows the order in which the runtime works and frees; leaves out its own overhead (about 60 MB) and what it
 * rearranges for speed. Outputs count as buffers of their own.
 */
export function estimateMemory(graph: Graph): MemoryEstimate {
  const nodes = orderedNodes(graph);
  const lastUse = new Map<string, number>();
  const owner = ownersOf(nodes);
  const ownerOf = (tensor: Tensor): string => owner.get(tensor.name) ?? tensor.name;
  nodes.forEach(({ inputs }, at) => {
    for (const input of inputs) lastUse.set(ownerOf(input), at);
  });
  for (const tensor of graph.outputs.values()) lastUse.set(ownerOf(tensor), nodes.length);

  const live = new Map<string, number>();
  let now = 0;
  let peak = 0;
  for (const [at, { operator, inputs, output }] of nodes.entries()) {
    const size = bytesOf(output);
    const dead = [...new Set(inputs.map(ownerOf))].filter((name) => live.has(name) && lastUse.get(name) === at);
    const reused = inPlace.has(operator) ? dead.find((name) => live.get(name) === size) : undefined;
    if (ownerOf(output) === output.name) {
      live.set(output.name, size);
      now += size;
    }
    if (reused !== undefined) now -= free(live, reused);
    peak = Math.max(peak, now);
    for (const name of dead) now -= free(live, name);
  }
  const inputs = total(graph.inputs);
  const outputs = total([...graph.outputs.values()]);
  const constants = total([...graph.constants.values()]);
  return { inputs, outputs, constants, intermediates: peak, total: inputs + outputs + constants + peak };
}

/** Whose memory a tensor lies in, where that is not its own: other sizes for the same numbers need no copy. */
function ownersOf(nodes: ReturnType<typeof orderedNodes>): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { operator, inputs, output } of nodes) {
    const [first] = inputs;
    if (operator === "Reshape" && first) owners.set(output.name, owners.get(first.name) ?? first.name);
  }
  return owners;
}

function free(live: Map<string, number>, name: string): number {
  const size = live.get(name) ?? 0;
  live.delete(name);
  return size;
}

function total(tensors: readonly TensorType[]): number {
  return tensors.reduce((sum, tensor) => sum + bytesOf(tensor), 0);
}

function bytesOf({ type, shape }: TensorType): number {
  return sizeOf(shape) * dataTypes[type].bytes;
}
