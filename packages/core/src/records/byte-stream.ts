/** Bytes in order, in pieces of any size. */
export type Bytes = AsyncIterable<Uint8Array>;

/**
 * Reads at least `wanted` first bytes (fewer when the stream is shorter) without consuming them: `bytes` starts from the
 * beginning again. `head` may be longer than wanted: it ends where a piece of the stream ends.
 *
 * A stream that fails before `wanted` bytes is thrown at once when it gave none, else by `bytes` after those it gave.
 */
export async function peek(bytes: Bytes, wanted: number): Promise<{ head: Buffer; bytes: Bytes }> {
  const tape = record(bytes);
  const chunks: Uint8Array[] = [];
  for (let size = 0; size < wanted; ) {
    const chunk = await tape.read();
    if (chunk === null) break;
    chunks.push(chunk);
    size += chunk.length;
  }
  return { head: Buffer.concat(chunks), bytes: tape.replay() };
}

/** A stream whose first pieces can be read and then, with all others, read again. */
export interface Tape {
  /** The next piece; null at the end and when the stream fails, which `replay` says. Throws when it fails at the start. */
  read(): Promise<Uint8Array | null>;
  /** The whole stream from its beginning; may be called once, and ends `read`. */
  replay(): AsyncGenerator<Uint8Array>;
}

/** Reads a stream by the piece, keeping the pieces. */
export function record(bytes: Bytes): Tape {
  const iterator = bytes[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let failure: { readonly error: unknown } | null = null;
  return {
    async read() {
      if (failure !== null) return null;
      try {
        const next = await iterator.next();
        if (next.done) return null;
        chunks.push(next.value);
        return next.value;
      } catch (error) {
        if (chunks.length === 0) throw error;
        failure = { error };
        return null;
      }
    },
    async *replay() {
      try {
        // Letting go of each piece: they may be large.
        for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) yield chunk;
        if (failure !== null) throw failure.error;
        for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
      } finally {
        await iterator.return?.();
      }
    },
  };
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
