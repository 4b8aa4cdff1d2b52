import { describe, expect, test } from "vitest";
import { encodeGraph } from "../graph/encode-graph.ts";
import { estimateMemory } from "../graph/estimate-memory.ts";
import { gradients } from "../graph/gradients.ts";
import { addConstant, addInput, addOutput, addParameter, createGraph } from "../graph/graph.ts";
import type { Tensor } from "../graph/tensor.ts";
import { dataOf } from "../onnx/data-type.ts";
import { reduceSum } from "../operators/reduction/reduce-sum.ts";
import { checkGradients } from "../testing/check-gradients.ts";
import { evaluate } from "../testing/evaluate.ts";
import { attention } from "./attention.ts";
import { linearCrossEntropy } from "./linear-cross-entropy.ts";
import { rmsNorm } from "./rms-norm.ts";
import { rotary } from "./rotary.ts";
import { silu } from "./silu.ts";
import { tokenEmbedding } from "./token-embedding.ts";

const constant = (like: Tensor, shape: number[], values: number[], type: "float64" | "int64" = "float64") =>
  addConstant(like.graph, { type, shape, data: dataOf(type, values) });

describe("has the gradient of finite differences", () => {
  test("rmsNorm", () => checkGradients({ shapes: [[3, 4], [4]], build: (x, w) => rmsNorm(x, w, 1e-2) }));
  test("silu", () => checkGradients({ shapes: [[2, 3]], build: silu, value: (random) => 4 * random }));
  test("rotary", () =>
    checkGradients({
      shapes: [[2, 3, 4]],
      build: (x) => {
        const angles = Array.from({ length: 12 }, (_, at) => Math.floor(at / 4) / (1 + (at % 2)));
        const signed = angles.map((angle, at) => (at % 4 < 2 ? -1 : 1) * Math.sin(angle));
        return rotary(x, {
          cosine: constant(x, [3, 4], angles.map(Math.cos)),
          signedSine: constant(x, [3, 4], signed),
        });
      },
    }));
  test.each([
    { block: 5, recompute: false, packed: false },
    { block: 2, recompute: false, packed: true },
    { block: 2, recompute: true, packed: true },
  ])("attention, blocks of $block, recompute $recompute, packed $packed", ({ packed, ...plan }) =>
    checkGradients({
      shapes: [
        [2, 2, 2, 5, 2],
        [2, 2, 5, 2],
        [2, 2, 5, 2],
      ],
      build: (query, key, value) => {
        const segments = packed ? constant(query, [2, 5], [0, 0, 1, 1, 1, 0, 0, 0, 0, 1], "int64") : undefined;
        return attention({ query, key, value, segments }, plan);
      },
    }),
  );
  test.each([7, 3])("linearCrossEntropy in chunks of %i", (chunk) =>
    checkGradients({
      shapes: [
        [7, 3],
        [5, 3],
      ],
      build: (hidden, head) =>
        linearCrossEntropy(
          {
            hidden,
            head,
            labels: constant(hidden, [7], [4, 0, 1, 1, 2, 3, 4], "int64"),
            weights: constant(hidden, [7], [0.5, 0, 0.25, 1, 0.125, 2, 0.3]),
          },
          chunk,
        ),
    }),
  );
});

function attend(values: number[], plan: { block: number; recompute: boolean }, segments?: number[]) {
  const graph = createGraph();
  const input = (name: string, shape: number[]) => addInput(graph, name, "float64", shape);
  const inputs = {
    query: input("q", [1, 1, 2, 6, 2]),
    key: input("k", [1, 1, 6, 2]),
    value: input("v", [1, 1, 6, 2]),
    segments: segments && addInput(graph, "s", "int64", [1, 6]),
  };
  addOutput(graph, "y", attention(inputs, plan));
  const feeds = { q: values.slice(0, 24), k: values.slice(24, 36), v: values.slice(36, 48) };
  return evaluate(graph, segments ? { ...feeds, s: segments } : feeds);
}

const numbers = Array.from({ length: 48 }, (_, at) => Math.sin(at * at));

test("attention is the weighted mean that its formula says, whatever the blocks", async () => {
  const at = (offset: number, row: number, column: number) => numbers[offset + 2 * row + column] as number;
  const expected = [0, 1].flatMap((head) =>
    [0, 1, 2, 3, 4, 5].flatMap((row) => {
      const q = 12 * head;
      const scores = Array.from({ length: row + 1 }, (_, key) =>
        Math.exp((at(q, row, 0) * at(24, key, 0) + at(q, row, 1) * at(24, key, 1)) / Math.sqrt(2)),
      );
      const sum = scores.reduce((total, score) => total + score, 0);
      return [0, 1].map((column) =>
        scores.reduce((total, score, key) => total + (score / sum) * at(36, key, column), 0),
      );
    }),
  );
  for (const block of [6, 4, 1]) {
    const { y } = await attend(numbers, { block, recompute: false });
    for (const [index, value] of (y ?? []).entries()) expect(value).toBeCloseTo(expected[index] as number, 7);
  }
});

test("the padding token's row of an embedding gets no gradient", async () => {
  const graph = createGraph();
  const table = addParameter(graph, "table", "float32", [3, 2]);
  const tokens = addInput(graph, "tokens", "int64", [1, 3]);
  const loss = reduceSum(tokenEmbedding(table, tokens, 0));
  addOutput(graph, "rows", tokenEmbedding(table, tokens, 0));
  addOutput(graph, "g", gradients(loss, [table])[0] as Tensor);
  expect(await evaluate(graph, { table: [1, 2, 3, 4, 5, 6], tokens: [0, 2, 2] })).toEqual({
    rows: [1, 2, 5, 6, 5, 6],
    g: [0, 0, 0, 0, 2, 2],
  });
});

test("packed sequences do not see each other", async () => {
  const packed = (await attend(numbers, { block: 4, recompute: false }, [0, 0, 0, 1, 1, 1])).y as number[];
  const changed = numbers.map((value, at) => (at >= 24 && at % 12 < 6 ? value + 1 : value));
  const other = (await attend(changed, { block: 4, recompute: false }, [0, 0, 0, 1, 1, 1])).y as number[];
  const second = (values: number[]) => [...values.slice(6, 12), ...values.slice(18, 24)];
  expect(second(other)).toEqual(second(packed));
  expect(other.slice(0, 6)).not.toEqual(packed.slice(0, 6));
});

test("linearCrossEntropy keeps the logits of one chunk at a time", () => {
  const build = (chunk: number) => {
    const graph = createGraph();
    const hidden = addParameter(graph, "hidden", "float32", [64, 4]);
    const head = addInput(graph, "head", "float32", [1000, 4]);
    const labels = addInput(graph, "labels", "int64", [64]);
    const weights = addInput(graph, "weights", "float32", [64]);
    const loss = linearCrossEntropy({ hidden, head, labels, weights }, chunk);
    addOutput(graph, "loss", loss);
    addOutput(graph, "g", gradients(loss, [hidden])[0] as Tensor);
    return graph;
  };
  const logitsOf = (positions: number) => positions * 1000 * 4;
  expect(estimateMemory(build(64)).intermediates).toBeGreaterThan(logitsOf(64));
  expect(estimateMemory(build(8)).intermediates).toBeLessThan(logitsOf(8) * 3);
  expect(encodeGraph(build(8)).length).toBeLessThan(20_000);
});
