import { withGradient } from "../graph/graph.ts";
import { runAfter } from "../graph/run-after.ts";
import type { Tensor } from "../graph/tensor.ts";
import { add } from "../operators/elementwise/add.ts";
import { exponential } from "../operators/elementwise/exponential.ts";
import { multiply } from "../operators/elementwise/multiply.ts";
import { negate } from "../operators/elementwise/negate.ts";
import { addToElements, pick } from "../operators/indexing/pick.ts";
import { gemm } from "../operators/matrix/gemm.ts";
import { logSoftmax } from "../operators/reduction/log-softmax.ts";
import { reduceSum } from "../operators/reduction/reduce-sum.ts";
import { concatenate } from "../operators/shape/concatenate.ts";
import { reshape } from "../operators/shape/reshape.ts";
import { slice } from "../operators/shape/slice.ts";

/** What the loss of a language model is made from. */
export interface LinearCrossEntropyInputs {
  /** (positions, hidden size) */
  readonly hidden: Tensor;
  /** (vocabulary, hidden size) */
  readonly head: Tensor;
  /** (positions), whole numbers: the token that should come next. */
  readonly labels: Tensor;
  /** (positions): how much each position counts, 0 for not at all. */
  readonly weights: Tensor;
}

/**
 * Σ weightᵢ · (−log softmax(hiddenᵢ · headᵀ)[labelᵢ]), a scalar, without keeping the logits of more than `chunk` positions.
 *
 * Each chunk's gradients are worked out as soon as its logits are there: a loss scales its gradients, so they can be made
 * before the loss is known. Source: docs/papers.md#chunked-cross-entropy.
 */
export function linearCrossEntropy(inputs: LinearCrossEntropyInputs, chunk: number): Tensor {
  const { hidden, head } = inputs;
  const positions = hidden.shape[0] as number;
  const losses: Tensor[] = [];
  const byHidden: Tensor[] = [];
  let byHead: Tensor | undefined;
  let before: Tensor | undefined;
  for (let start = 0; start < positions; start += chunk) {
    const part = partOf(inputs, start, Math.min(positions, start + chunk), before);
    losses.push(part.loss);
    if (part.byHidden) byHidden.push(part.byHidden);
    if (part.byHead) byHead = byHead ? add(byHead, part.byHead) : part.byHead;
    before = byHead ?? part.byHidden;
  }
  const loss = losses.reduce((sum, each) => add(sum, each));
  return withGradient(loss, [hidden, head], (gradient) => [
    byHidden.length > 0 ? () => multiply(concatenate(byHidden, 0), gradient) : null,
    byHead ? () => multiply(byHead as Tensor, gradient) : null,
  ]);
}

interface Part {
  readonly loss: Tensor;
  readonly byHidden: Tensor | undefined;
  readonly byHead: Tensor | undefined;
}

function partOf(inputs: LinearCrossEntropyInputs, start: number, end: number, before: Tensor | undefined): Part {
  const { head } = inputs;
  const cut = (tensor: Tensor) => slice(tensor, 0, start, end);
  const labels = cut(inputs.labels);
  const weights = cut(inputs.weights);
  // One chunk after the other, or the runtime would make all logits first.
  const hidden = before ? runAfter(cut(inputs.hidden), before) : cut(inputs.hidden);
  const logProbabilities = logSoftmax(gemm(hidden, head, { b: true }));
  const loss = negate(reduceSum(multiply(pick(logProbabilities, labels), weights)));
  // By the logits: weight · (probability − 1 where the label is).
  const column = reshape(weights, [end - start, 1]);
  const byLogits = () => addToElements(multiply(exponential(logProbabilities), column), labels, negate(weights));
  return {
    loss,
    byHidden: hidden.requiresGradient ? gemm(byLogits(), head) : undefined,
    byHead: head.requiresGradient ? gemm(byLogits(), hidden, { a: true }) : undefined,
  };
}
