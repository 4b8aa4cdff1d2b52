import { MemopError } from "@memop/core";
import { add } from "../operators/elementwise/add.ts";
import { scalarLike } from "./graph.ts";
import { sameShape, showShape } from "./shape.ts";
import type { Tensor } from "./tensor.ts";

/**
 * Adds to the graph the gradients of a scalar by tensors that it depends on: reverse-mode differentiation.
 *
 * In the order of `by`. Throws `BAD_USAGE` when the loss is no scalar, or does not depend on one of them.
 * Source: docs/papers.md#reverse-mode-differentiation.
 */
export function gradients(loss: Tensor, by: readonly Tensor[]): Tensor[] {
  if (loss.shape.length > 0) {
    throw new MemopError("BAD_USAGE", `gradients: a loss is a scalar, not a tensor of shape ${showShape(loss.shape)}`);
  }
  const { graph } = loss;
  const found = new Map<string, Tensor>([[loss.name, scalarLike(loss, 1)]]);
  // Tensors are made after what they are made from: backwards, each one is complete when its turn comes.
  for (let index = loss.index; index >= 0; index -= 1) {
    const tensor = graph.tensors[index] as Tensor;
    const gradient = found.get(tensor.name);
    const derivation = graph.derivations.get(tensor.name);
    if (!gradient || !derivation) continue;
    const parts = derivation.rule(gradient);
    derivation.inputs.forEach((input, at) => {
      const part = input.requiresGradient ? parts[at]?.() : undefined;
      if (part) found.set(input.name, sum(found.get(input.name), part, input));
    });
  }
  return by.map((tensor) => {
    const gradient = found.get(tensor.name);
    if (gradient) return gradient;
    throw new MemopError("BAD_USAGE", `gradients: the loss does not depend on ${tensor.name}`);
  });
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
