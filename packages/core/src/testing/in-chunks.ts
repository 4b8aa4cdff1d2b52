import type { Bytes } from "../records/byte-stream.ts";

/** A content as a stream of chunks of the given sizes, used again from the first when they are used up; whole without. */
export async function* inChunks(
  content: string | Uint8Array,
  sizes: readonly number[] = [],
): Bytes & AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  if (sizes.length === 0) {
    if (bytes.length > 0) yield bytes;
    return;
  }
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** Everything that a stream of values gives. */
export async function allOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** What a stream of bytes gives before it fails, and what it fails with; null when it ends well. */
export async function untilFailure(bytes: Bytes): Promise<{ readonly bytes: Buffer; readonly error: unknown }> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of bytes) chunks.push(chunk);
    return { bytes: Buffer.concat(chunks), error: null };
  } catch (error) {
    return { bytes: Buffer.concat(chunks), error };
  }
}
