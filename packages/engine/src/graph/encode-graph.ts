import { encodeModel, type OnnxModel } from "../onnx/encode-model.ts";
import type { Graph } from "./graph.ts";
import { orderedNodes } from "./ordered-nodes.ts";

/** A graph as the bytes of an `.onnx` file. What its outputs do not need is left out; its inputs all stay. */
export function encodeGraph(graph: Graph): Uint8Array {
  return encodeModel(toModel(graph));
}

function toModel(graph: Graph): OnnxModel {
  const nodes = orderedNodes(graph);
  const used = new Set(nodes.flatMap(({ inputs }) => inputs.map(({ name }) => name)));
  for (const tensor of graph.outputs.values()) used.add(tensor.name);
  return {
    nodes: [
      ...nodes.map((node) => ({
        operator: node.operator,
        domain: node.domain,
        inputs: node.inputs.map(({ name }) => name),
        outputs: [node.output.name],
        attributes: node.attributes,
      })),
      ...[...graph.outputs].map(([name, tensor]) => ({
        operator: "Identity",
        domain: "",
        inputs: [tensor.name],
        outputs: [name],
        attributes: {},
      })),
    ],
    constants: [...graph.constants].filter(([name]) => used.has(name)).map(([name, value]) => ({ name, ...value })),
    inputs: graph.inputs.map(({ name, type, shape }) => ({ name, type, shape })),
    outputs: [...graph.outputs].map(([name, { type, shape }]) => ({ name, type, shape })),
  };
}
