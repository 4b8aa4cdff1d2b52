import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InferenceSession } from "onnxruntime-node";
import { expect, test } from "vitest";
import { exponential } from "../operators/elementwise/exponential.ts";
import { hyperbolicTangent } from "../operators/elementwise/hyperbolic-tangent.ts";
import { multiply } from "../operators/elementwise/multiply.ts";
import { gemm } from "../operators/matrix/gemm.ts";
import { reduceSum } from "../operators/reduction/reduce-sum.ts";
import { checkGradients } from "../testing/check-gradients.ts";
import { evaluate } from "../testing/evaluate.ts";
import { encodeGraph } from "./encode-graph.ts";
import { estimateMemory } from "./estimate-memory.ts";
import { gradients } from "./gradients.ts";
import { addOutput, addParameter, createGraph, type Graph } from "./graph.ts";
import { recompute } from "./recompute.ts";
import type { Tensor } from "./tensor.ts";

test("has the gradient of finite differences, for activations and parameters", () =>
  checkGradients({
    shapes: [
      [2, 3],
      [3, 3],
    ],
    build: (x, w) => {
      const start = multiply(x, x);
      const inner = recompute((a) => hyperbolicTangent(gemm(a as Tensor, w)), [start], [w]);
      return recompute((a, b) => exponential(multiply(a as Tensor, b as Tensor)), [inner, start]);
    },
  }));

/** Eight steps of work on a large tensor, with and without keeping what is between them. */
function chain(saves: boolean): Graph {
  const graph = createGraph();
  const x = addParameter(graph, "x", "float32", [100, 100]);
  const step = (a: Tensor) => hyperbolicTangent(hyperbolicTangent(hyperbolicTangent(hyperbolicTangent(a))));
  let y: Tensor = x;
  for (let turn = 0; turn < 4; turn += 1) y = saves ? recompute(step as (...a: Tensor[]) => Tensor, [y]) : step(y);
  const loss = reduceSum(y);
  addOutput(graph, "loss", loss);
  addOutput(graph, "g", gradients(loss, [x])[0] as Tensor);
  return graph;
}

test("needs less memory and gives the same numbers, bit for bit", async () => {
  expect(estimateMemory(chain(true)).intermediates).toBeLessThan(0.6 * estimateMemory(chain(false)).intermediates);
  const x = Array.from({ length: 10_000 }, (_, at) => Math.sin(at));
  expect(await evaluate(chain(true), { x })).toEqual(await evaluate(chain(false), { x }));
});

test("the runtime's own rewriting leaves the second computation in", async () => {
  const folder = mkdtempSync(join(tmpdir(), "memop-recompute-"));
  try {
    const countAfterRewriting = async (saves: boolean) => {
      const file = join(folder, `${saves}.onnx`);
      const session = await InferenceSession.create(encodeGraph(chain(saves)), {
        graphOptimizationLevel: "all",
        optimizedModelFilePath: file,
        logSeverityLevel: 3,
      });
      await session.release();
      // A node's operator is field 4, a text of four letters.
      return readFileSync(file, "latin1").split("\x22\x04Tanh").length - 1;
    };
    expect(await countAfterRewriting(false)).toBe(16);
    // The last of the four steps is not made twice: its gradient is a constant, and its results are needed at once.
    expect(await countAfterRewriting(true)).toBe(28);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
