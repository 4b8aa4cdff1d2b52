/** Bytes in order, in pieces of any size. */
export type Bytes = AsyncIterable<Uint8Array>;

/**
 * Reads at least `wanted` first bytes (fewer when the stream is shorter) without consuming them: `bytes` starts from the
 * beginning again. `head` may be longer than wanted: it ends where a piece of the stream ends.
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
  return { head: Buffer.concat(chunks), bytes: replay(chunks, iterator) };
}

/** Yields `chunks`, letting go of each, then what `iterator` still has. */
export async function* replay(
  chunks: Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) yield chunk;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

/** The same bytes in pieces of at most `limit` bytes. */
export async function* inPieces(bytes: Bytes, limit: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += limit) yield chunk.subarray(at, at + limit);
  }
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
