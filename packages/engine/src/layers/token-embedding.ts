import { scalarLike, withGradient } from "../graph/graph.ts";
import type { Tensor } from "../graph/tensor.ts";
import { cast } from "../operators/elementwise/cast.ts";
import { equal } from "../operators/elementwise/equal.ts";
import { multiply } from "../operators/elementwise/multiply.ts";
import { subtract } from "../operators/elementwise/subtract.ts";
import { addRows } from "../operators/indexing/add-rows.ts";
import { gatherRows } from "../operators/indexing/gather-rows.ts";
import { reshape } from "../operators/shape/reshape.ts";

/**
 * The rows of an embedding by token ids.
 *
 * The row of the padding token gets no gradient from here, wherever the token stands: so PyTorch has it, and so models
 * whose padding token has a second use are trained elsewhere.
 */
export function tokenEmbedding(table: Tensor, tokens: Tensor, paddingToken: number | null): Tensor {
  const rows = gatherRows(table, tokens);
  if (paddingToken === null) return rows;
  return withGradient(rows, [table], (gradient) => [
    () => {
      const isPadding = cast(equal(tokens, scalarLike(tokens, paddingToken)), table.type);
      const counts = reshape(subtract(scalarLike(table, 1), isPadding), [...tokens.shape, 1]);
      return addRows(table.shape, tokens, multiply(gradient, counts));
    },
  ]);
}
