import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { flushToDisk } from "@memop/core";
import { toBfloat16 } from "../weights/half-precision.ts";
import type { Weights } from "../weights/weight.ts";

/** How numbers are stored: whole singles, or brain floats at half the size. */
export type StoredType = "F32" | "BF16";

/**
 * Writes tensors as a safetensors file, in their order, tensor by tensor: a reader sees the old file or the whole new one.
 *
 * Source: docs/papers.md#safetensors.
 */
export async function writeSafetensors(
  path: string,
  weights: Weights,
  { metadata = { format: "pt" }, type = "F32" }: WriteOptions = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.tmp`;
  try {
    const handle = await open(temporary, "w");
    try {
      await handle.writeFile(headerOf(weights, metadata, type));
      for (const { data } of weights.values()) {
        const stored = type === "F32" ? data : toBfloat16(data);
        await handle.writeFile(new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength));
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushToDisk(dirname(path));
}

/** What may be chosen when writing. */
export interface WriteOptions {
  /** Default: `format: pt`, without which transformers refuses the file. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Default: `F32`. */
  readonly type?: StoredType;
}

function headerOf(weights: Weights, metadata: Readonly<Record<string, string>>, type: StoredType): Uint8Array {
  const header: Record<string, unknown> = { __metadata__: metadata };
  let offset = 0;
  for (const [name, { shape, data }] of weights) {
    const end = offset + data.length * (type === "F32" ? 4 : 2);
    header[name] = { dtype: type, shape, data_offsets: [offset, end] };
    offset = end;
  }
  const json = Buffer.from(JSON.stringify(header));
  // Spaces at the end, so that the numbers begin at a multiple of 8.
  const bytes = Buffer.alloc(8 + Math.ceil(json.length / 8) * 8, " ");
  bytes.writeBigUInt64LE(BigInt(bytes.length - 8));
  json.copy(bytes, 8);
  return bytes;
}
