import { describe, expect, test } from "vitest";
import { dataOf } from "../onnx/data-type.ts";
import { add } from "../operators/elementwise/add.ts";
import { multiply } from "../operators/elementwise/multiply.ts";
import { reduceSum } from "../operators/reduction/reduce-sum.ts";
import { reshape } from "../operators/shape/reshape.ts";
import { evaluate } from "../testing/evaluate.ts";
import { encodeGraph } from "./encode-graph.ts";
import { estimateMemory } from "./estimate-memory.ts";
import { gradients } from "./gradients.ts";
import { addConstant, addInput, addOutput, addParameter, createGraph, scalarLike } from "./graph.ts";
import { orderedNodes } from "./ordered-nodes.ts";

describe("building", () => {
  test("the same call twice is one node", () => {
    const graph = createGraph();
    const x = addInput(graph, "x", "float32", [2]);
    expect(multiply(x, x)).toBe(multiply(x, x));
    expect(scalarLike(x, 2)).toBe(scalarLike(x, 2));
    expect(scalarLike(x, 0)).not.toBe(scalarLike(x, -0));
    expect(graph.producers.size).toBe(1);
  });

  test("a call on constants is a constant", () => {
    const graph = createGraph();
    const x = addInput(graph, "x", "float32", []);
    const six = multiply(scalarLike(x, 2), scalarLike(x, 3));
    expect(graph.constants.get(six.name)?.data).toEqual(Float32Array.of(6));
    expect(graph.producers.size).toBe(0);
  });

  test("names are given once, parameters are floats, constants have as many numbers as elements", () => {
    const graph = createGraph();
    const x = addInput(graph, "x", "float32", [2]);
    addOutput(graph, "y", x);
    expect(() => addInput(graph, "x", "float32", [])).toThrow("graph: the name x is taken");
    expect(() => addOutput(graph, "x", x)).toThrow("graph: the name x is taken");
    expect(() => addOutput(graph, "y", x)).toThrow("graph: the name y is taken");
    expect(() => addParameter(graph, "n", "int64", [])).toThrow("parameter n: type int64 has no gradient");
    expect(() => addConstant(graph, { type: "float32", shape: [2], data: new Float32Array(3) })).toThrow(
      "constant: 3 numbers for 2 elements of shape [2]",
    );
    expect(() => add(x, addInput(createGraph(), "z", "float32", [2]))).toThrow("Add: inputs of different graphs");
  });
});

describe("encoding", () => {
  test("leaves out what no output needs, and is the same every time", () => {
    const build = () => {
      const graph = createGraph();
      const x = addInput(graph, "x", "float32", [2]);
      multiply(x, addConstant(graph, { type: "float32", shape: [2], data: dataOf("float32", [1, 2]) }));
      addOutput(graph, "y", add(x, x));
      return graph;
    };
    expect(orderedNodes(build()).map(({ operator }) => operator)).toEqual(["Add"]);
    expect(encodeGraph(build())).toEqual(encodeGraph(build()));
    expect(Buffer.from(encodeGraph(build())).includes("Mul")).toBe(false);
  });

  test("an input may be an output, and one tensor several outputs", async () => {
    const graph = createGraph();
    const x = addInput(graph, "x", "float32", [2]);
    for (const name of ["a", "b"]) addOutput(graph, name, x);
    expect(await evaluate(graph, { x: [1, 2] })).toEqual({ a: [1, 2], b: [1, 2] });
  });
});

describe("gradients", () => {
  test("add up over all ways to a tensor", async () => {
    const graph = createGraph();
    const x = addParameter(graph, "x", "float32", [2]);
    const y = multiply(x, x);
    const loss = reduceSum(add(multiply(y, x), y));
    addOutput(graph, "g", gradients(loss, [x])[0] as never);
    // d(x³ + x²)
    expect((await evaluate(graph, { x: [2, -1] })).g).toEqual([16, 1]);
  });

  test("are given for parameters and what lies between, and refused otherwise", () => {
    const graph = createGraph();
    const x = addParameter(graph, "x", "float32", [2]);
    const other = addParameter(graph, "other", "float32", [2]);
    const y = multiply(x, addInput(graph, "fixed", "float32", [2]));
    const loss = reduceSum(y);
    expect(gradients(loss, [y])[0]?.shape).toEqual([2]);
    expect(() => gradients(loss, [other])).toThrow("gradients: the loss does not depend on other");
    expect(() => gradients(y, [x])).toThrow("gradients: a loss is a scalar, not a tensor of shape 2");
  });
});

describe("estimateMemory", () => {
  test("counts what is alive at one time, in place where nothing else needs the numbers", () => {
    const graph = createGraph();
    const x = addInput(graph, "x", "float32", [10, 10]);
    const a = multiply(x, x); // 400 bytes, lives to the end
    const b = add(a, a); // 400 more
    const c = multiply(b, b); // takes the place of b
    addOutput(graph, "y", reduceSum(reshape(add(c, a), [100])));
    // Constant: the axis of the sum and the shape, 8 bytes each.
    expect(estimateMemory(graph)).toEqual({
      inputs: 400,
      outputs: 4,
      constants: 16,
      intermediates: 800,
      total: 1220,
    });
  });
});
