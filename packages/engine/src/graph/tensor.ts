import type { DataType } from "../onnx/data-type.ts";
import type { Graph } from "./graph.ts";

/** Element type and static shape of a tensor; a shape of no sizes is a scalar. */
export interface TensorType {
  readonly type: DataType;
  readonly shape: readonly number[];
}

/** One value of a graph: an input, a constant, or what a node computes. */
export interface Tensor extends TensorType {
  readonly graph: Graph;
  /** Unique in its graph. */
  readonly name: string;
  /** Place in the order in which the graph's tensors were made: a tensor's inputs come before it. */
  readonly index: number;
  /** True for parameters and for everything that depends on one. */
  readonly requiresGradient: boolean;
}

/**
 * How the gradient of a loss by a tensor becomes gradients by the tensors that it was made from.
 *
 * One function per input, called only for inputs that require a gradient; null for an input that has none.
 */
export type GradientRule = (gradient: Tensor) => readonly ((() => Tensor) | null)[];

/** What a tensor was made from, as far as differentiation is concerned. */
export interface Derivation {
  readonly inputs: readonly Tensor[];
  readonly rule: GradientRule;
}
