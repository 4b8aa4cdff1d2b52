/** Bytes in order, in pieces of any size. */
export type Bytes = AsyncIterable<Uint8Array>;

/**
 * Reads at least `wanted` first bytes (fewer when the stream is shorter) without consuming them: `bytes` starts from the
 * beginning again. `head` may be longer than wanted: it ends where a piece of the stream ends.
 *
 * A stream that fails before `wanted` bytes is thrown at once when it gave none, else by `bytes` after those it gave.
 */
export async function peek(bytes: Bytes, wanted: number): Promise<{ head: Buffer; bytes: Bytes }> {
  const { chunks, replay } = await readUntil(bytes, (size) => size >= wanted);
  return { head: Buffer.concat(chunks), bytes: replay() };
}

/** Reads pieces until `isEnough`, given their bytes so far, or the end. `replay` gives them again, and what follows. */
export async function readUntil(
  bytes: Bytes,
  isEnough: (size: number, chunk: Uint8Array) => boolean,
): Promise<{ chunks: readonly Uint8Array[]; replay(): AsyncGenerator<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let failure: { readonly error: unknown } | null = null;
  let size = 0;
  for (let isDone = isEnough(0, new Uint8Array(0)); !isDone; ) {
    try {
      const next = await iterator.next();
      if (next.done) break;
      chunks.push(next.value);
      size += next.value.length;
      isDone = isEnough(size, next.value);
    } catch (error) {
      if (size === 0) throw error;
      failure = { error };
      isDone = true;
    }
  }
  async function* replay(): AsyncGenerator<Uint8Array> {
    try {
      // Letting go of each piece: they may be large.
      for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) yield chunk;
      if (failure !== null) throw failure.error;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { chunks, replay };
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
