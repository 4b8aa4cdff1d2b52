import { version } from "@memop/core";
import { type DataType, dataTypes, type TensorData } from "./data-type.ts";
import { createProtobufWriter, type ProtobufWriter } from "./protobuf-writer.ts";

/** A node's attribute, with the kind that ONNX needs to know. */
export type Attribute =
  | { readonly int: number }
  | { readonly float: number }
  | { readonly ints: readonly number[] }
  | { readonly text: string }
  | { readonly tensor: OnnxTensor };

/** A tensor with its numbers, row-major. */
export interface OnnxTensor {
  readonly type: DataType;
  readonly shape: readonly number[];
  readonly data: TensorData;
}

/** One operator call. */
export interface OnnxNode {
  readonly operator: string;
  /** "" for the standard operators, `com.microsoft` for those of ONNX Runtime. */
  readonly domain: string;
  /** Names of tensors; "" for an optional input that is left out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}

/** Name and type of a graph's input or output; a text as a size is symbolic. */
export interface OnnxValue {
  readonly name: string;
  readonly type: DataType;
  readonly shape: readonly (number | string)[];
}

/** A whole model. */
export interface OnnxModel {
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly (OnnxTensor & { readonly name: string })[];
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
}

/** Version of the standard operator set that every graph is written for. */
export const opsetVersion = 18;
const IR_VERSION = 9;

/**
 * A model as the bytes of an `.onnx` file.
 *
 * Field numbers are those of onnx.proto3. Protobuf ends at 2 GiB; weights of larger models are inputs, not constants.
 */
export function encodeModel(model: OnnxModel): Uint8Array {
  const writer = createProtobufWriter();
  writer.integer(1, IR_VERSION);
  writer.bytes(2, "memop");
  writer.bytes(3, version);
  writer.message(7, (graph) => {
    for (const node of model.nodes) graph.message(1, (inner) => writeNode(inner, node));
    graph.bytes(2, "memop");
    for (const constant of model.constants) graph.message(5, (inner) => writeTensor(inner, constant, constant.name));
    for (const input of model.inputs) graph.message(11, (inner) => writeValue(inner, input));
    for (const output of model.outputs) graph.message(12, (inner) => writeValue(inner, output));
  });
  for (const [domain, number] of [["", opsetVersion] as const, ["com.microsoft", 1] as const]) {
    writer.message(8, (opset) => {
      opset.bytes(1, domain);
      opset.integer(2, number);
    });
  }
  return writer.finish();
}

function writeNode(writer: ProtobufWriter, node: OnnxNode): void {
  for (const input of node.inputs) writer.bytes(1, input);
  for (const output of node.outputs) writer.bytes(2, output);
  writer.bytes(4, node.operator);
  for (const [name, attribute] of Object.entries(node.attributes)) {
    writer.message(5, (inner) => writeAttribute(inner, name, attribute));
  }
  if (node.domain !== "") writer.bytes(7, node.domain);
}

function writeAttribute(writer: ProtobufWriter, name: string, attribute: Attribute): void {
  writer.bytes(1, name);
  if ("float" in attribute) {
    writer.float(2, attribute.float);
    writer.integer(20, 1);
  } else if ("int" in attribute) {
    writer.integer(3, attribute.int);
    writer.integer(20, 2);
  } else if ("text" in attribute) {
    writer.bytes(4, attribute.text);
    writer.integer(20, 3);
  } else if ("tensor" in attribute) {
    writer.message(5, (inner) => writeTensor(inner, attribute.tensor, ""));
    writer.integer(20, 4);
  } else {
    for (const value of attribute.ints) writer.integer(8, value);
    writer.integer(20, 7);
  }
}

function writeTensor(writer: ProtobufWriter, tensor: OnnxTensor, name: string): void {
  for (const size of tensor.shape) writer.integer(1, size);
  writer.integer(2, dataTypes[tensor.type].code);
  if (name !== "") writer.bytes(8, name);
  const { buffer, byteOffset, byteLength } = tensor.data;
  writer.bytes(9, new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength));
}

function writeValue(writer: ProtobufWriter, value: OnnxValue): void {
  writer.bytes(1, value.name);
  writer.message(2, (type) =>
    type.message(1, (tensor) => {
      tensor.integer(1, dataTypes[value.type].code);
      tensor.message(2, (shape) => {
        for (const size of value.shape) {
          shape.message(1, (dimension) => {
            if (typeof size === "number") dimension.integer(1, size);
            else dimension.bytes(2, size);
          });
        }
      });
    }),
  );
}
