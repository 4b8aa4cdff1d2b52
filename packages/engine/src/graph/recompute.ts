import { propagateBack } from "./gradients.ts";
import { withGradient } from "./graph.ts";
import { runAfter } from "./run-after.ts";
import type { Tensor } from "./tensor.ts";

/**
 * `build(...activations)`, of which the backward pass keeps only the activations and builds the rest again: less memory
 * for more work.
 *
 * `parameters` are all other tensors with a gradient that `build` uses. Source: docs/papers.md#gradient-checkpointing.
 */
export function recompute(
  build: (...activations: Tensor[]) => Tensor,
  activations: readonly Tensor[],
  parameters: readonly Tensor[] = [],
): Tensor {
  const inputs = [...activations, ...parameters];
  return withGradient(build(...activations), inputs, (gradient) => {
    let found: readonly (Tensor | null)[] | undefined;
    const propagate = () => {
      const again = activations.map((activation) => {
        const copy = runAfter(activation, gradient);
        // The way back ends here; from the activation on it is the caller's.
        copy.graph.derivations.delete(copy.name);
        return copy;
      });
      return propagateBack(build(...again), gradient, [...again, ...parameters]);
    };
    return inputs.map((input, at) => () => {
      found ??= propagate();
      const own = found[at];
      if (!own) throw new Error(`recompute: the result does not depend on ${input.name}`);
      return own;
    });
  });
}
