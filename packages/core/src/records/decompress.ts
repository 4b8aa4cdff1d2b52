import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { Decompress } from "fzstd";
import { MemopError } from "../error.ts";
import { type Bytes, inPieces, peek } from "./byte-stream.ts";

/** Compressed bytes handed to a decoder at once: what they become must fit in memory, and 1 KB can become 1 MB. */
const PIECE_BYTES = 64 * 1024;

/** How a stream is compressed, told by its first bytes and never by a name. */
export function compressionOf(head: Uint8Array): "gzip" | "zstd" | "none" {
  if (head[0] === 0x1f && head[1] === 0x8b) return "gzip";
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) return "zstd";
  return "none";
}

/**
 * Undoes gzip or zstd compression, found by the first bytes and never by the name; other bytes pass through.
 *
 * Throws `BAD_INPUT` in the middle of the stream when the compressed data is damaged or cut off: what came before was
 * good, and is all that could be decoded, the same every time.
 */
export async function decompress(compressed: Bytes): Promise<Bytes> {
  const { head, bytes } = await peek(compressed, 4);
  switch (compressionOf(head)) {
    case "gzip":
      return gunzip(bytes);
    case "zstd":
      return unzstd(bytes);
    case "none":
      return bytes;
  }
}

async function* gunzip(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const decoder = createGunzip({ chunkSize: 1 << 18 });
  let ready: Buffer[] = [];
  decoder.on("data", (chunk: Buffer) => ready.push(chunk));
  const failed = new Promise<never>((_, reject) => decoder.once("error", reject));
  // A failure that nobody waits for any more, because the reader left, is none.
  failed.catch(() => {});
  const write = async (piece: Uint8Array): Promise<void> => {
    await new Promise<void>((resolve) => decoder.write(piece, () => resolve()));
    // A stream that fails drops what it still holds, so nothing may be left in it before the next piece.
    while (decoder.readableLength > 0) await setImmediate();
  };
  try {
    for await (const piece of inPieces(bytes, PIECE_BYTES)) {
      const failure = await Promise.race([write(piece), failed]).catch((cause: unknown) => damaged("gzip", cause));
      yield* ready;
      ready = [];
      if (failure) throw failure;
    }
    const ended = once(decoder, "end");
    decoder.end();
    const failure = await Promise.race([ended, failed]).catch((cause: unknown) => damaged("gzip", cause));
    yield* ready;
    if (failure instanceof MemopError) throw failure;
  } finally {
    decoder.destroy();
  }
}

async function* unzstd(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const decoder = new Decompress((chunk) => ready.push(chunk));
  const push = (piece: Uint8Array, isLast: boolean): MemopError | null => {
    try {
      decoder.push(piece, isLast);
      return null;
    } catch (cause) {
      return damaged("zstd", cause);
    }
  };
  for await (const piece of inPieces(bytes, PIECE_BYTES)) {
    const failure = push(piece, false);
    yield* ready;
    ready = [];
    if (failure !== null) throw failure;
  }
  const failure = push(new Uint8Array(0), true);
  yield* ready;
  if (failure !== null) throw failure;
}

function damaged(kind: string, cause: unknown): MemopError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new MemopError("BAD_INPUT", `${kind} data is damaged or cut off: ${reason}`, {
    hint: "fetch or compress the file again",
    cause,
  });
}
