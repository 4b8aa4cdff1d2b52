/**
 * Bytes of one protobuf message, written field by field.
 *
 * Holds references to what it is given and copies once, in `finish`: the weights of a model pass through it.
 * Source: docs/papers.md#protocol-buffers.
 */
export interface ProtobufWriter {
  /** A varint field; negative numbers take ten bytes, as int64 does. */
  integer(field: number, value: number | bigint): void;
  /** A 32-bit float field. */
  float(field: number, value: number): void;
  /** A length-delimited field: bytes, or a text as UTF-8. */
  bytes(field: number, value: Uint8Array | string): void;
  /** A nested message. */
  message(field: number, write: (inner: ProtobufWriter) => void): void;
  /** The whole message. */
  finish(): Uint8Array;
}

/** An empty message to write into. */
export function createProtobufWriter(): ProtobufWriter {
  return new Writer();
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;
const encoder = new TextEncoder();

class Writer implements ProtobufWriter {
  readonly parts: Uint8Array[] = [];
  size = 0;

  integer(field: number, value: number | bigint): void {
    this.push(varint((BigInt(field) << 3n) | BigInt(VARINT)));
    this.push(varint(BigInt(value)));
  }

  float(field: number, value: number): void {
    this.push(varint(BigInt((field << 3) | FIXED_32)));
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    this.push(bytes);
  }

  bytes(field: number, value: Uint8Array | string): void {
    const bytes = typeof value === "string" ? encoder.encode(value) : value;
    this.push(varint(BigInt((field << 3) | LENGTH_DELIMITED)));
    this.push(varint(BigInt(bytes.length)));
    this.push(bytes);
  }

  message(field: number, write: (inner: ProtobufWriter) => void): void {
    const inner = new Writer();
    write(inner);
    this.push(varint(BigInt((field << 3) | LENGTH_DELIMITED)));
    this.push(varint(BigInt(inner.size)));
    for (const part of inner.parts) this.push(part);
  }

  finish(): Uint8Array {
    const bytes = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  private push(part: Uint8Array): void {
    this.parts.push(part);
    this.size += part.length;
  }
}

function varint(value: bigint): Uint8Array {
  let rest = BigInt.asUintN(64, value);
  const bytes: number[] = [];
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
