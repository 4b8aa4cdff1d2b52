import type { Attribute, OnnxModel, OnnxNode, OnnxTensor } from "../onnx/encode-model.ts";

/** Collects the nodes of a model whose sizes are only known when it runs: names instead of typed tensors, no gradients. */
export interface OnnxBuilder {
  readonly nodes: OnnxNode[];
  readonly constants: OnnxModel["constants"];
  /** Name of the result of an operator call; made up unless given. */
  node(
    operator: string,
    inputs: readonly string[],
    attributes?: Readonly<Record<string, Attribute>>,
    name?: string,
  ): string;
  /** Name of a constant; made up unless given. */
  constant(value: OnnxTensor, name?: string): string;
  /** A list of whole numbers. */
  list(values: readonly number[]): string;
  /** One whole number. */
  whole(value: number): string;
  /** One float. */
  float(value: number): string;
}

/** An empty builder. */
export function createOnnxBuilder(): OnnxBuilder {
  const nodes: OnnxNode[] = [];
  const constants: (OnnxTensor & { readonly name: string })[] = [];
  let count = 0;
  const fresh = () => {
    count += 1;
    return `#${count}`;
  };
  const constant = (value: OnnxTensor, name = fresh()) => {
    constants.push({ ...value, name });
    return name;
  };
  const known = new Map<string, string>();
  const once = (key: string, make: () => string) => {
    const name = known.get(key) ?? make();
    known.set(key, name);
    return name;
  };
  const int64 = (shape: readonly number[], values: readonly number[]) =>
    once(`int64 ${shape} ${values}`, () =>
      constant({ type: "int64", shape, data: BigInt64Array.from(values, BigInt) }),
    );
  return {
    nodes,
    constants,
    node(operator, inputs, attributes = {}, name = fresh()) {
      nodes.push({ operator, domain: "", inputs, outputs: [name], attributes });
      return name;
    },
    constant,
    list: (values) => int64([values.length], values),
    whole: (value) => int64([], [value]),
    float: (value) =>
      once(`float ${value}`, () => constant({ type: "float32", shape: [], data: Float32Array.of(value) })),
  };
}
