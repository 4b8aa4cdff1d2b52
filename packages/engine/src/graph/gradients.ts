import { MemopError } from "@memop/core";
import { add } from "../operators/elementwise/add.ts";
import { scalarLike } from "./graph.ts";
import { sameShape, showShape } from "./shape.ts";
import type { Tensor } from "./tensor.ts";

/**
 * Adds to the graph the gradients of a scalar by tensors that it depends on.
 *
 * In the order of `by`. Throws `BAD_USAGE` when the loss is no scalar, or does not depend on one of them.
 */
export function gradients(loss: Tensor, by: readonly Tensor[]): Tensor[] {
  if (loss.shape.length > 0) {
    throw new MemopError("BAD_USAGE", `gradients: a loss is a scalar, not a tensor of shape ${showShape(loss.shape)}`);
  }
  return propagateBack(loss, scalarLike(loss, 1), by).map((gradient, at) => {
    if (gradient) return gradient;
    throw new MemopError("BAD_USAGE", `gradients: the loss does not depend on ${by[at]?.name}`);
  });
}

/**
 * Adds to the graph the gradients by `by`, given the gradient by `result`: reverse-mode differentiation.
 *
 * Null for a tensor on which the result does not depend. Source: docs/papers.md#reverse-mode-differentiation.
 */
export function propagateBack(result: Tensor, gradient: Tensor, by: readonly Tensor[]): (Tensor | null)[] {
  const { graph } = result;
  const found = new Map<string, Tensor>([[result.name, gradient]]);
  // Tensors are made after what they are made from: backwards, each one is complete when its turn comes.
  for (let index = result.index; index >= 0; index -= 1) {
    const tensor = graph.tensors[index] as Tensor;
    const own = found.get(tensor.name);
    const derivation = graph.derivations.get(tensor.name);
    if (!own || !derivation) continue;
    const parts = derivation.rule(own);
    derivation.inputs.forEach((input, at) => {
      const part = input.requiresGradient ? parts[at]?.() : undefined;
      if (part) found.set(input.name, sum(found.get(input.name), part, input));
    });
  }
  return by.map(({ name }) => found.get(name) ?? null);
}

function sum(before: Tensor | undefined, part: Tensor, input: Tensor): Tensor {
  if (!sameShape(part.shape, input.shape)) {
    throw new MemopError(
      "BAD_USAGE",
      `gradients: ${input.name} has shape ${showShape(input.shape)}, its gradient ${showShape(part.shape)}`,
    );
  }
  return before ? add(before, part) : part;
}
