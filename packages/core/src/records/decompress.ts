import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Decompress } from "fzstd";
import { MemopError } from "../error.ts";
import { type Bytes, peek } from "./byte-stream.ts";

/**
 * Undoes gzip or zstd compression, found by the first bytes and never by the name; other bytes pass through.
 *
 * Throws `BAD_INPUT` in the middle of the stream when the compressed data is damaged or cut off: what came before was
 * good.
 */
export async function decompress(compressed: Bytes): Promise<Bytes> {
  const { head, bytes } = await peek(compressed, 4);
  if (head.length >= 2 && head[0] === 0x1f && head[1] === 0x8b) return gunzip(bytes);
  if (head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528) return unzstd(bytes);
  return bytes;
}

async function* gunzip(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const source = Readable.from(bytes, { objectMode: false });
  const gunzipped = source.pipe(createGunzip({ chunkSize: 1 << 18 }));
  source.on("error", (error) => gunzipped.destroy(error));
  try {
    for await (const chunk of gunzipped) yield chunk as Buffer;
  } catch (cause) {
    throw damaged("gzip", cause);
  } finally {
    source.destroy();
    gunzipped.destroy();
  }
}

async function* unzstd(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let ended = false;
  const decoder = new Decompress((chunk, last) => {
    ready.push(chunk);
    ended = last === true;
  });
  try {
    for await (const chunk of bytes) {
      decoder.push(chunk);
      yield* ready;
      ready = [];
    }
    decoder.push(new Uint8Array(0), true);
  } catch (cause) {
    throw damaged("zstd", cause);
  }
  yield* ready;
  if (!ended) throw damaged("zstd", new Error("unexpected end of data"));
}

function damaged(kind: string, cause: unknown): MemopError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new MemopError("BAD_INPUT", `${kind} data is damaged or cut off: ${reason}`, {
    hint: "fetch or compress the file again",
    cause,
  });
}
