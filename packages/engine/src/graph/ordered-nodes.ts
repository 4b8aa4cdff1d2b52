import type { Graph, GraphNode } from "./graph.ts";
import type { Tensor } from "./tensor.ts";

/**
 * The nodes that the outputs need, each after those it needs, as ONNX Runtime runs them: everything for the first output,
 * then what the second one needs besides. Nodes that no output needs are left out.
 */
export function orderedNodes(graph: Graph): GraphNode[] {
  const ordered: GraphNode[] = [];
  const seen = new Set<string>();
  // A stack of its own: a deep model is deeper than the call stack.
  const stack: { readonly tensor: Tensor; readonly isReady: boolean }[] = [];
  for (const output of graph.outputs.values()) {
    stack.push({ tensor: output, isReady: false });
    for (let top = stack.pop(); top; top = stack.pop()) {
      const node = graph.producers.get(top.tensor.name);
      if (!node) continue;
      if (top.isReady) {
        ordered.push(node);
      } else if (!seen.has(node.output.name)) {
        seen.add(node.output.name);
        stack.push({ tensor: top.tensor, isReady: true });
        for (const input of [...node.inputs].reverse()) stack.push({ tensor: input, isReady: false });
      }
    }
  }
  return ordered;
}
