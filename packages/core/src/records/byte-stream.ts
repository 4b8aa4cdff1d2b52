/** Bytes in order, in pieces of any size. */
export type Bytes = AsyncIterable<Uint8Array>;

/**
 * Reads at least `wanted` first bytes (fewer when the stream is shorter) without consuming them: `bytes` starts from the
 * beginning again.
 */
export async function peek(bytes: Bytes, wanted: number): Promise<{ head: Buffer; bytes: Bytes }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < wanted) {
    const next = await iterator.next();
    if (next.done) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  async function* again(): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(chunks), bytes: again() };
}

/** All bytes in one buffer, or null as soon as there are more than `limit`. */
export async function collect(bytes: Bytes, limit: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
