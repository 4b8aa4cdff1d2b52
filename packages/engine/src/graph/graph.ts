import { MemopError } from "@memop/core";
import { type DataType, dataOf, isFloat, type TensorData } from "../onnx/data-type.ts";
import type { Attribute, OnnxTensor } from "../onnx/encode-model.ts";
import { sizeOf } from "./shape.ts";
import type { Derivation, GradientRule, Tensor, TensorType } from "./tensor.ts";

/** A computation under construction. Change it through the functions beside it only. */
export interface Graph {
  /** All tensors, in the order in which they were made. */
  readonly tensors: Tensor[];
  readonly inputs: Tensor[];
  readonly outputs: Map<string, Tensor>;
  /** Numbers of the tensors that are constants, by name. */
  readonly constants: Map<string, OnnxTensor>;
  /** The node that computes a tensor, by the tensor's name; none for inputs and constants. */
  readonly producers: Map<string, GraphNode>;
  /** Where the gradient of a tensor goes, by the tensor's name. */
  readonly derivations: Map<string, Derivation>;
  /** What was built already, by what it is: asking again gives the same tensor. */
  readonly known: Map<string, Tensor>;
}

/** One operator call with one result. */
export interface GraphNode {
  readonly operator: string;
  readonly domain: string;
  readonly inputs: readonly Tensor[];
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly output: Tensor;
}

/** What `addNode` needs to know of an operator call. */
export interface NodeDefinition extends TensorType {
  readonly operator: string;
  /** Default: the standard operators. */
  readonly domain?: string;
  readonly inputs: readonly [Tensor, ...Tensor[]];
  readonly attributes?: Readonly<Record<string, Attribute>>;
  /** Left out for operators without a gradient, as comparisons. */
  readonly gradient?: GradientRule;
  /** The result's numbers from the inputs' numbers: lets a node of constants become a constant. */
  readonly evaluate?: (...inputs: readonly OnnxTensor[]) => TensorData;
}

/** An empty graph. */
export function createGraph(): Graph {
  return {
    tensors: [],
    inputs: [],
    outputs: new Map(),
    constants: new Map(),
    producers: new Map(),
    derivations: new Map(),
    known: new Map(),
  };
}

/** An input whose value is given with each run, and for which no gradient is wanted. */
export function addInput(graph: Graph, name: string, type: DataType, shape: readonly number[]): Tensor {
  return declareInput(graph, name, { type, shape }, false);
}

/** An input for which a gradient is wanted: a weight that is trained. */
export function addParameter(graph: Graph, name: string, type: DataType, shape: readonly number[]): Tensor {
  if (!isFloat(type)) throw new MemopError("BAD_USAGE", `parameter ${name}: type ${type} has no gradient`);
  return declareInput(graph, name, { type, shape }, true);
}

/** A tensor with fixed numbers. Small equal ones are kept once. */
export function addConstant(graph: Graph, value: OnnxTensor): Tensor {
  if (value.data.length !== sizeOf(value.shape)) {
    throw new MemopError(
      "BAD_USAGE",
      `constant: ${value.data.length} numbers for ${sizeOf(value.shape)} elements of shape [${value.shape.join(", ")}]`,
    );
  }
  const key = value.data.length <= 64 ? `constant ${describe(value)}` : null;
  const known = key === null ? undefined : graph.known.get(key);
  if (known) return known;
  const tensor = addTensor(graph, null, value, false);
  graph.constants.set(tensor.name, value);
  if (key !== null) graph.known.set(key, tensor);
  return tensor;
}

/** A scalar constant of a tensor's type and graph. */
export function scalarLike(like: Tensor, value: number): Tensor {
  return addConstant(like.graph, { type: like.type, shape: [], data: dataOf(like.type, [value]) });
}

/** A constant list of whole numbers, as operators take axes and shapes. */
export function wholeNumbers(graph: Graph, values: readonly number[]): Tensor {
  return addConstant(graph, { type: "int64", shape: [values.length], data: dataOf("int64", values) });
}

/** Names a tensor as a result of the graph. A tensor may have several names; a name is given once. */
export function addOutput(graph: Graph, name: string, tensor: Tensor): void {
  if (graph.outputs.has(name) || graph.inputs.some((input) => input.name === name)) {
    throw new MemopError("BAD_USAGE", `graph: the name ${name} is taken`);
  }
  graph.outputs.set(name, tensor);
}

/**
 * The result of an operator call.
 *
 * The same call is made once (common subexpressions are one node), and a call whose inputs are all constants is worked
 * out at once where the operator says how, up to a result of a million elements.
 */
export function addNode(definition: NodeDefinition): Tensor {
  const { operator, domain = "", inputs, attributes = {}, type, shape, gradient, evaluate } = definition;
  const graph = inputs[0].graph;
  if (inputs.some((input) => input.graph !== graph)) {
    throw new MemopError("BAD_USAGE", `${operator}: inputs of different graphs`);
  }
  const constants = inputs.map(({ name }) => graph.constants.get(name));
  if (evaluate && sizeOf(shape) <= 1_000_000 && constants.every((constant) => constant !== undefined)) {
    return addConstant(graph, { type, shape, data: evaluate(...constants) });
  }
  const key = `${domain}:${operator}(${inputs.map(({ name }) => name).join()})${JSON.stringify(attributes, replaceBig)}`;
  const known = graph.known.get(key);
  if (known) return known;
  const output = addTensor(
    graph,
    null,
    { type, shape },
    gradient !== undefined && inputs.some((input) => input.requiresGradient),
  );
  graph.producers.set(output.name, { operator, domain, inputs, attributes, output });
  if (output.requiresGradient && gradient) graph.derivations.set(output.name, { inputs, rule: gradient });
  graph.known.set(key, output);
  return output;
}

/**
 * Gives a tensor that was built from several nodes one gradient rule of its own, which stands in for theirs.
 *
 * For results whose gradient is cheaper or more exact as a whole. Gives back the tensor.
 */
export function withGradient(tensor: Tensor, inputs: readonly Tensor[], rule: GradientRule): Tensor {
  if (tensor.requiresGradient) tensor.graph.derivations.set(tensor.name, { inputs, rule });
  return tensor;
}

function declareInput(graph: Graph, name: string, type: TensorType, requiresGradient: boolean): Tensor {
  if (graph.outputs.has(name) || graph.inputs.some((input) => input.name === name)) {
    throw new MemopError("BAD_USAGE", `graph: the name ${name} is taken`);
  }
  const tensor = addTensor(graph, name, type, requiresGradient);
  graph.inputs.push(tensor);
  return tensor;
}

function addTensor(graph: Graph, name: string | null, type: TensorType, requiresGradient: boolean): Tensor {
  const index = graph.tensors.length;
  // `#` keeps the names that are made up apart from the names of weights.
  const { type: elements, shape } = type;
  const tensor: Tensor = { graph, name: name ?? `#${index}`, index, type: elements, shape, requiresGradient };
  graph.tensors.push(tensor);
  return tensor;
}

function describe({ type, shape, data }: OnnxTensor): string {
  return `${type}[${shape.join()}]${Array.from(data as Float64Array, (value) => (Object.is(value, -0) ? "-0" : String(value))).join()}`;
}

function replaceBig(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
