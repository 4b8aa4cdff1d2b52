import { describe, expect, test } from "vitest";
import { addConstant, addInput, addOutput, createGraph, scalarLike } from "../../graph/graph.ts";
import type { Tensor } from "../../graph/tensor.ts";
import { dataOf } from "../../onnx/data-type.ts";
import { checkGradients } from "../../testing/check-gradients.ts";
import { evaluate } from "../../testing/evaluate.ts";
import { add } from "./add.ts";
import { cast } from "./cast.ts";
import { divide } from "./divide.ts";
import { equal } from "./equal.ts";
import { exponential } from "./exponential.ts";
import { hyperbolicTangent } from "./hyperbolic-tangent.ts";
import { lessOrEqual } from "./less-or-equal.ts";
import { logarithm } from "./logarithm.ts";
import { maximum } from "./maximum.ts";
import { minimum } from "./minimum.ts";
import { multiply } from "./multiply.ts";
import { negate } from "./negate.ts";
import { reciprocal } from "./reciprocal.ts";
import { sigmoid } from "./sigmoid.ts";
import { softplus } from "./softplus.ts";
import { squareRoot } from "./square-root.ts";
import { subtract } from "./subtract.ts";

const positive = (random: number) => Math.abs(random) + 0.2;

const binaries = [
  { name: "add", build: add, of: (a: number, b: number) => a + b },
  { name: "subtract", build: subtract, of: (a: number, b: number) => a - b },
  { name: "multiply", build: multiply, of: (a: number, b: number) => a * b },
  { name: "divide", build: divide, of: (a: number, b: number) => a / b, value: positive },
  { name: "minimum", build: minimum, of: Math.min },
  { name: "maximum", build: maximum, of: Math.max },
];

describe.each(binaries)("$name", ({ build, of, value }) => {
  test.each([
    [
      [2, 3],
      [2, 3],
    ],
    [[2, 3], []],
    [
      [1, 3],
      [2, 1],
    ],
    [[4], [2, 3, 4]],
  ])("has the gradient of finite differences for shapes %j and %j", async (...shapes) => {
    await checkGradients({ shapes, build, ...(value && { value }) });
  });

  test("gives the same numbers worked out when building and when running", async () => {
    const graph = createGraph();
    const a = { type: "float64" as const, shape: [2, 1], data: dataOf("float64", [1.5, -2]) };
    const b = { type: "float64" as const, shape: [3], data: dataOf("float64", [0.5, 4, -3]) };
    const folded = build(addConstant(graph, a), addConstant(graph, b));
    expect(graph.constants.has(folded.name)).toBe(true);
    addOutput(graph, "folded", folded);
    addOutput(graph, "run", build(addInput(graph, "a", "float64", [2, 1]), addInput(graph, "b", "float64", [3])));
    const results = await evaluate(graph, { a: a.data, b: b.data });
    expect(results.run).toEqual([1.5, -2].flatMap((left) => [0.5, 4, -3].map((right) => of(left, right))));
    expect(results.folded).toEqual(results.run);
  });
});

const unaries = [
  { name: "negate", build: negate, of: (x: number) => -x },
  { name: "exponential", build: exponential, of: Math.exp },
  { name: "logarithm", build: logarithm, of: Math.log, value: positive },
  { name: "squareRoot", build: squareRoot, of: Math.sqrt, value: positive },
  { name: "reciprocal", build: reciprocal, of: (x: number) => 1 / x, value: positive },
  { name: "sigmoid", build: sigmoid, of: (x: number) => 1 / (1 + Math.exp(-x)) },
  { name: "hyperbolicTangent", build: hyperbolicTangent, of: Math.tanh },
  { name: "softplus", build: softplus, of: (x: number) => Math.log(1 + Math.exp(x)) },
];

describe.each(unaries)("$name", ({ build, of, value }) => {
  test("has the gradient of finite differences", async () => {
    await checkGradients({ shapes: [[2, 3]], build, ...(value && { value }) });
  });

  test("gives the same numbers worked out when building and when running", async () => {
    const graph = createGraph();
    const data = dataOf("float64", [0.25, 1, 2.5]);
    addOutput(graph, "folded", build(addConstant(graph, { type: "float64", shape: [3], data })));
    addOutput(graph, "run", build(addInput(graph, "x", "float64", [3])));
    const { folded, run } = await evaluate(graph, { x: data });
    for (const [at, x] of [0.25, 1, 2.5].entries()) {
      expect(run?.[at]).toBeCloseTo(of(x), 12);
      expect(folded?.[at]).toBeCloseTo(of(x), 12);
    }
  });
});

test("softplus neither overflows nor loses small values", async () => {
  const graph = createGraph();
  addOutput(graph, "y", softplus(addInput(graph, "x", "float32", [3])));
  const { y } = await evaluate(graph, { x: [1000, -1000, -20] });
  expect(y?.[0]).toBe(1000);
  expect(y?.[1]).toBe(0);
  expect((y?.[2] as number) / Math.exp(-20)).toBeCloseTo(1, 5);
});

test("comparisons give 0 and 1", async () => {
  const graph = createGraph();
  const a = addInput(graph, "a", "float32", [3]);
  addOutput(graph, "atMost", cast(lessOrEqual(a, scalarLike(a, 2)), "float32"));
  addOutput(graph, "same", cast(equal(a, scalarLike(a, 2)), "int64"));
  expect(await evaluate(graph, { a: [1, 2, 3] })).toEqual({ atMost: [1, 1, 0], same: [0, 1, 0] });
});

test("a cast between floats passes the gradient on, one to whole numbers has none", async () => {
  await checkGradients({ shapes: [[2]], build: (x) => cast(multiply(x, x), "float64") });
  const graph = createGraph();
  const x = addInput(graph, "x", "float32", []);
  expect(cast(x, "float32")).toBe(x);
  expect(cast(x, "int64").requiresGradient).toBe(false);
});

test("adding 0 and multiplying by 1 cost nothing", () => {
  const graph = createGraph();
  const x = addInput(graph, "x", "float32", [2, 2]);
  expect(add(x, scalarLike(x, 0))).toBe(x);
  expect(add(scalarLike(x, 0), x)).toBe(x);
  expect(multiply(x, scalarLike(x, 1))).toBe(x);
  expect(multiply(scalarLike(x, 1), x)).toBe(x);
});

test("shapes and types that do not fit are refused with their values", () => {
  const graph = createGraph();
  const input = (name: string, shape: number[], type: "float32" | "int64" = "float32"): Tensor =>
    addInput(graph, name, type, shape);
  expect(() => add(input("a", [2, 3]), input("b", [4]))).toThrow("Add: shapes 2×3 and 4 do not fit");
  expect(() => multiply(input("c", [2]), input("d", [2], "int64"))).toThrow("Mul: types float32 and int64 differ");
});
