import { addConstant, scalarLike, withGradient } from "../graph/graph.ts";
import { recompute } from "../graph/recompute.ts";
import type { Tensor } from "../graph/tensor.ts";
import { dataOf } from "../onnx/data-type.ts";
import { add } from "../operators/elementwise/add.ts";
import { cast } from "../operators/elementwise/cast.ts";
import { equal } from "../operators/elementwise/equal.ts";
import { multiply } from "../operators/elementwise/multiply.ts";
import { subtract } from "../operators/elementwise/subtract.ts";
import { batchedProduct } from "../operators/matrix/batched-product.ts";
import { reduceSum } from "../operators/reduction/reduce-sum.ts";
import { softmax } from "../operators/reduction/softmax.ts";
import { concatenate } from "../operators/shape/concatenate.ts";
import { reshape } from "../operators/shape/reshape.ts";
import { slice } from "../operators/shape/slice.ts";

/** What attention works on. Query heads are grouped by the key head that they share. */
export interface AttentionInputs {
  /** (batch, key heads, heads per key head, time, head size) */
  readonly query: Tensor;
  /** (batch, key heads, time, head size) */
  readonly key: Tensor;
  /** (batch, key heads, time, head size) */
  readonly value: Tensor;
  /** (batch, time), whole numbers: a position sees only positions with its own number. For packed sequences. */
  readonly segments?: Tensor | undefined;
}

/** How attention is worked out; the result is the same. */
export interface AttentionPlan {
  /** Queries per block. Smaller blocks skip more of what causality hides, and need less memory. */
  readonly block: number;
  /** Works the weights out again in the backward pass instead of keeping them. */
  readonly recompute: boolean;
}

/** Stands for "not seen"; far below any score, and still a number, so that nothing becomes NaN. */
const HIDDEN = -1e9;

/**
 * Causal scaled dot-product attention with grouped queries, in blocks of queries.
 *
 * Result: as `query`. A block sees the keys up to its own end only, which saves half of the work for long sequences.
 * Source: docs/papers.md#attention.
 */
export function attention(inputs: AttentionInputs, plan: AttentionPlan): Tensor {
  const { query, key, value, segments } = inputs;
  const time = query.shape[3] as number;
  const blocks: Tensor[] = [];
  for (let start = 0; start < time; start += plan.block) {
    const end = Math.min(time, start + plan.block);
    const bias = biasOf(query, segments, start, end);
    const build = (q: Tensor, k: Tensor, v: Tensor) => attend(q, k, v, bias);
    const parts = [slice(query, 3, start, end), slice(key, 2, 0, end), slice(value, 2, 0, end)] as const;
    blocks.push(plan.recompute ? recompute(build as (...parts: Tensor[]) => Tensor, parts) : build(...parts));
  }
  return concatenate(blocks, 3);
}

/** query: (batch, key heads, group, rows, size); key and value: (batch, key heads, columns, size). */
function attend(query: Tensor, key: Tensor, value: Tensor, bias: Tensor): Tensor {
  const [batch, heads, group, rows, size] = query.shape as [number, number, number, number, number];
  const columns = key.shape[2] as number;
  const scale = 1 / Math.sqrt(size);
  // The heads of a group are more rows for the same keys: nothing is repeated.
  const flat = [batch, heads, group * rows, size];
  const q = reshape(query, flat);
  const scores = reshape(batchedProduct(q, key, { b: true }, scale), [batch, heads, group, rows, columns]);
  const weights = reshape(softmax(add(scores, bias)), [batch, heads, group * rows, columns]);
  const seen = batchedProduct(weights, value);
  return withGradient(reshape(seen, query.shape), [query, key, value], (gradient) => {
    const g = reshape(gradient, flat);
    let found: Tensor | undefined;
    const byScores = () => {
      // Σ over the keys of gradient · weight is the same number as Σ over the head of gradient · result, and cheaper.
      const mean = reduceSum(multiply(g, seen), [-1], true);
      found ??= multiply(weights, subtract(batchedProduct(g, value, { b: true }), mean));
      return found;
    };
    return [
      () => reshape(batchedProduct(byScores(), key, {}, scale), query.shape),
      () => batchedProduct(byScores(), q, { a: true }, scale),
      () => batchedProduct(weights, g, { a: true }),
    ];
  });
}

/** What is added to the scores of queries `start` to `end`: (rows, columns), or with segments (batch, 1, 1, rows, columns). */
function biasOf(query: Tensor, segments: Tensor | undefined, start: number, end: number): Tensor {
  const rows = end - start;
  const hidden = Array.from({ length: rows * end }, (_, at) => (at % end > start + Math.floor(at / end) ? HIDDEN : 0));
  const causal = addConstant(query.graph, {
    type: query.type,
    shape: [rows, end],
    data: dataOf(query.type, hidden),
  });
  if (!segments) return causal;
  const batch = segments.shape[0] as number;
  const own = reshape(slice(segments, 1, start, end), [batch, 1, 1, rows, 1]);
  const same = equal(own, reshape(slice(segments, 1, 0, end), [batch, 1, 1, 1, end]));
  // 0 where the segments are the same, HIDDEN elsewhere.
  const apart = subtract(scalarLike(query, 1), cast(same, query.type));
  return add(multiply(apart, scalarLike(query, HIDDEN)), causal);
}
