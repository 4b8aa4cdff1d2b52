/** Element types that graphs use. */
export type DataType = "float32" | "float64" | "int64" | "int32" | "int8" | "uint8" | "bool";

/** The numbers of a tensor in memory; `bool` and `uint8` are both bytes. */
export type TensorData = Float32Array | Float64Array | BigInt64Array | Int32Array | Int8Array | Uint8Array;

/** What ONNX calls each type (TensorProto.DataType), its bytes per element, and the array that holds it. */
export const dataTypes = {
  float32: { code: 1, bytes: 4, array: Float32Array },
  float64: { code: 11, bytes: 8, array: Float64Array },
  int64: { code: 7, bytes: 8, array: BigInt64Array },
  int32: { code: 6, bytes: 4, array: Int32Array },
  int8: { code: 3, bytes: 1, array: Int8Array },
  uint8: { code: 2, bytes: 1, array: Uint8Array },
  bool: { code: 9, bytes: 1, array: Uint8Array },
} as const satisfies Record<DataType, unknown>;

/** An array of a type, all zeros. */
export function emptyData(type: DataType, length: number): TensorData {
  return new dataTypes[type].array(length);
}

/** Numbers as the array of a type; whole numbers for the integer types. */
export function dataOf(type: DataType, values: readonly number[] | Float64Array): TensorData {
  if (type === "int64") return BigInt64Array.from(values as readonly number[], BigInt);
  return dataTypes[type].array.from(values as readonly number[]);
}

/** True for the types that have gradients. */
export function isFloat(type: DataType): boolean {
  return type === "float32" || type === "float64";
}
