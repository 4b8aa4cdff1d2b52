import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findPart, requirePart } from "@memop/core/testing";
import { describe, expect, test } from "vitest";
import { encodeGraph } from "../graph/encode-graph.ts";
import { addInput, addOutput, createGraph, scalarLike } from "../graph/graph.ts";
import { multiply } from "../operators/elementwise/multiply.ts";
import { pick } from "../operators/indexing/pick.ts";
import { gemm } from "../operators/matrix/gemm.ts";
import { reduceSum } from "../operators/reduction/reduce-sum.ts";
import { transpose } from "../operators/shape/transpose.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { encodeModel } from "./encode-model.ts";

const python = findPart("python");

const check = `
import json, sys, onnx
model = onnx.load(sys.argv[1])
onnx.checker.check_model(model, full_check=True)
inferred = onnx.shape_inference.infer_shapes(model, strict_mode=True)
print(json.dumps({
    "opset": [[o.domain, o.version] for o in model.opset_import],
    "nodes": [n.op_type for n in model.graph.node],
    "inputs": [[i.name, [d.dim_param or d.dim_value for d in i.type.tensor_type.shape.dim]] for i in model.graph.input],
    "attributes": {a.name: onnx.helper.get_attribute_value(a) for n in model.graph.node for a in n.attribute if n.op_type != "Identity"},
}, default=lambda b: b.decode() if isinstance(b, bytes) else list(b.dims)))
`;

describe.skipIf(requirePart("python", python !== null, "`npm run setup:python` makes .venv with the package onnx"))(
  "the owners' checker",
  () => {
    test("accepts a graph, and reads from it what was written", () => {
      const graph = createGraph();
      const x = addInput(graph, "x", "float32", [2, 3]);
      const at = addInput(graph, "at", "int64", [3]);
      const square = gemm(x, multiply(x, scalarLike(x, 0.5)), { a: true });
      addOutput(graph, "y", reduceSum(pick(transpose(square, [1, 0]), at), [0], true));
      const file = join(temporaryFolder(), "graph.onnx");
      writeFileSync(file, encodeGraph(graph));
      expect(JSON.parse(execFileSync(python as string, ["-c", check, file], { encoding: "utf8" }))).toEqual({
        opset: [
          ["", 18],
          ["com.microsoft", 1],
        ],
        nodes: ["Mul", "Gemm", "Transpose", "Reshape", "GatherElements", "Reshape", "ReduceSum", "Identity"],
        inputs: [
          ["x", [2, 3]],
          ["at", [3]],
        ],
        attributes: { transA: 1, transB: 0, perm: [1, 0], axis: 1, keepdims: 1 },
      });
    });

    test("accepts every kind of attribute and symbolic sizes", () => {
      const file = join(temporaryFolder(), "graph.onnx");
      const value = { type: "float32", shape: [1], data: Float32Array.of(2) } as const;
      const node = (operator: string, inputs: string[], output: string, attributes: object) => ({
        operator,
        domain: "",
        inputs,
        outputs: [output],
        attributes: attributes as never,
      });
      writeFileSync(
        file,
        encodeModel({
          nodes: [
            node("Shape", ["x"], "shape", {}),
            node("ConstantOfShape", ["shape"], "twos", { value: { tensor: value } }),
            node("Elu", ["twos"], "elu", { alpha: { float: 0.5 } }),
            node("ScatterND", ["elu", "at", "new"], "y", { reduction: { text: "add" } }),
          ],
          constants: [
            { name: "at", type: "int64", shape: [1, 1], data: BigInt64Array.of(0n) },
            { name: "new", type: "float32", shape: [1], data: Float32Array.of(1) },
          ],
          inputs: [{ name: "x", type: "float32", shape: ["rows"] }],
          outputs: [{ name: "y", type: "float32", shape: ["rows"] }],
        }),
      );
      const read = JSON.parse(execFileSync(python as string, ["-c", check, file], { encoding: "utf8" }));
      expect(read.inputs).toEqual([["x", ["rows"]]]);
      expect(read.attributes).toMatchObject({ alpha: 0.5, reduction: "add" });
    });
  },
);
