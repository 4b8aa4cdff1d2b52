import { type FileHandle, open } from "node:fs/promises";
import { MemopError } from "@memop/core";
import * as z from "zod";
import { showShape, sizeOf } from "../graph/shape.ts";
import { fromBfloat16, fromFloat16 } from "../weights/half-precision.ts";
import type { Weight } from "../weights/weight.ts";

/** A safetensors file whose header was read and checked; tensors are read when asked for. */
export interface SafetensorsFile {
  readonly path: string;
  /** What `__metadata__` holds; empty without it. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Shapes by name, in the order of the file. */
  readonly shapes: ReadonlyMap<string, readonly number[]>;
  /** One tensor in single precision. Throws `BAD_INPUT` when the file has none of that name. */
  read(name: string): Promise<Weight>;
  close(): Promise<void>;
}

const elementTypes = {
  F64: { bytes: 8, toSingle: (bytes: Buffer) => Float32Array.from(new Float64Array(copy(bytes))) },
  F32: { bytes: 4, toSingle: (bytes: Buffer) => new Float32Array(copy(bytes)) },
  F16: { bytes: 2, toSingle: (bytes: Buffer) => fromFloat16(new Uint16Array(copy(bytes))) },
  BF16: { bytes: 2, toSingle: (bytes: Buffer) => fromBfloat16(new Uint16Array(copy(bytes))) },
} as const;

const Entry = z.strictObject({
  dtype: z.string(),
  shape: z.array(z.int().nonnegative()),
  data_offsets: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
});
const Header = z.record(z.string(), z.union([Entry, z.record(z.string(), z.string())]));
type Entry = z.infer<typeof Entry>;

/** Largest header that the format allows. */
const MAX_HEADER_BYTES = 100_000_000;

/**
 * Opens a safetensors file and checks its header: sizes, element types, offsets without gap or overlap.
 *
 * Throws `NOT_FOUND` or `BAD_INPUT`, naming file and tensor. Source: docs/papers.md#safetensors.
 */
export async function openSafetensors(path: string): Promise<SafetensorsFile> {
  let handle: FileHandle;
  try {
    handle = await open(path, "r");
  } catch (cause) {
    throw new MemopError("NOT_FOUND", `${path}: cannot be read`, { cause });
  }
  try {
    const { header, start } = await readHeader(handle, path);
    const { __metadata__, ...tensors } = header;
    const entries = new Map(Object.entries(tensors) as [string, Entry][]);
    checkOffsets(path, entries, (await handle.stat()).size - start);
    return {
      path,
      metadata: (__metadata__ ?? {}) as Record<string, string>,
      shapes: new Map([...entries].map(([name, { shape }]) => [name, shape])),
      async read(name) {
        const entry = entries.get(name);
        if (!entry) throw new MemopError("BAD_INPUT", `${path}: has no tensor ${name}`);
        const [from, to] = entry.data_offsets;
        const bytes = await readExactly(handle, start + from, to - from, path);
        const { toSingle } = elementTypes[entry.dtype as keyof typeof elementTypes];
        return { shape: entry.shape, data: toSingle(bytes) };
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readHeader(handle: FileHandle, path: string) {
  const { size } = await handle.stat();
  if (size < 8) throw new MemopError("BAD_INPUT", `${path}: ${size} bytes are too few for a safetensors file`);
  const length = Number((await readExactly(handle, 0, 8, path)).readBigUInt64LE());
  if (length > Math.min(size - 8, MAX_HEADER_BYTES)) {
    throw new MemopError("BAD_INPUT", `${path}: a header of ${length} bytes in a file of ${size}`, {
      hint: "the file is cut short, or is no safetensors file",
    });
  }
  let header: z.infer<typeof Header>;
  try {
    header = Header.parse(JSON.parse((await readExactly(handle, 8, length, path)).toString("utf8")));
  } catch (cause) {
    throw new MemopError("BAD_INPUT", `${path}: the header is not that of a safetensors file`, { cause });
  }
  return { header, start: 8 + length };
}

function checkOffsets(path: string, entries: ReadonlyMap<string, Entry>, size: number): void {
  let end = 0;
  for (const [name, { dtype, shape, data_offsets }] of [...entries].sort(byOffset)) {
    const type = elementTypes[dtype as keyof typeof elementTypes];
    if (!type) {
      throw new MemopError("BAD_INPUT", `${path}: tensor ${name} has element type ${dtype}`, {
        hint: `readable: ${Object.keys(elementTypes).join(", ")}`,
      });
    }
    const [from, to] = data_offsets;
    if (to - from !== sizeOf(shape) * type.bytes) {
      throw new MemopError("BAD_INPUT", `${path}: tensor ${name} has ${to - from} bytes for shape ${showShape(shape)}`);
    }
    if (from !== end) throw new MemopError("BAD_INPUT", `${path}: tensor ${name} begins at ${from}, not at ${end}`);
    end = to;
  }
  if (end !== size) {
    throw new MemopError("BAD_INPUT", `${path}: ${size} bytes of numbers, ${end} in the header`, {
      hint: "the file is cut short, or was not written to its end",
    });
  }
}

function byOffset([, a]: [string, Entry], [, b]: [string, Entry]): number {
  return a.data_offsets[0] - b.data_offsets[0] || a.data_offsets[1] - b.data_offsets[1];
}

async function readExactly(handle: FileHandle, position: number, length: number, path: string): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  // One read gives at most 2 GiB.
  for (let at = 0; at < length; ) {
    const { bytesRead } = await handle.read(bytes, at, Math.min(length - at, 1 << 30), position + at);
    if (bytesRead === 0) throw new MemopError("BAD_INPUT", `${path}: ends at byte ${position + at}`);
    at += bytesRead;
  }
  return bytes;
}

/** The bytes in memory of their own, where typed arrays may begin. */
function copy(bytes: Buffer): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}
