import { encodeGraph } from "../graph/encode-graph.ts";
import type { Graph } from "../graph/graph.ts";
import type { Tensor } from "../graph/tensor.ts";
import { dataOf, type TensorData } from "../onnx/data-type.ts";
import { loadRuntime, openSession } from "../runtime/open-session.ts";

/** Numbers for a graph's inputs, by name. */
export type Values = Readonly<Record<string, readonly number[] | TensorData>>;

/** A graph that can be run again and again on plain numbers, as tests want it. */
export async function evaluator(graph: Graph): Promise<(values: Values) => Promise<Record<string, number[]>>> {
  const session = await openSession(encodeGraph(graph), { threads: 1 });
  const { Tensor: RuntimeTensor } = await loadRuntime();
  return async (values) => {
    const feeds = Object.fromEntries(
      graph.inputs.map(({ name, type, shape }: Tensor) => {
        const given = values[name];
        if (given === undefined) throw new Error(`no numbers for ${name}`);
        const data = Array.isArray(given) ? dataOf(type, given) : (given as TensorData);
        return [name, new RuntimeTensor(type, data as Float32Array, shape)];
      }),
    );
    const results = await session.run(feeds);
    return Object.fromEntries(
      Object.entries(results).map(([name, { data }]) => [name, Array.from(data as Float32Array, Number)]),
    );
  };
}

/** Runs a graph once. */
export async function evaluate(graph: Graph, values: Values = {}): Promise<Record<string, number[]>> {
  return (await evaluator(graph))(values);
}
