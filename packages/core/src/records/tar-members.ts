import { MemopError } from "../error.ts";
import type { Bytes } from "./byte-stream.ts";
import type { BrokenEntry, Entry } from "./entries.ts";
import { parsePax, parseTarHeader, TAR_BLOCK, type TarHeader } from "./tar-header.ts";

/** Longest PAX header or long name that is read: beyond it the archive is damaged. */
const MAX_EXTENDED_BYTES = 1024 * 1024;

/**
 * Yields the regular members of a tar archive, reading no further than its consumer does.
 *
 * Bytes before a damage are all given out: the member that the archive's end cuts off throws `BAD_INPUT` after its last
 * byte, and a `BrokenEntry` of the archive's own name ends the list.
 */
export async function* tarMembers(archive: string, bytes: Bytes): AsyncGenerator<Entry | BrokenEntry> {
  const reader = pieceReader(bytes);
  const shared = new Map<string, string>();
  let own = new Map<string, string>();
  try {
    for (let block = await reader.block(); block !== null; block = await reader.block()) {
      if (block.every((byte) => byte === 0)) continue;
      const header = parseTarHeader(block);
      if ("xgLK".includes(header.type)) {
        const content = await extended(reader, header);
        if (header.type === "L") own.set("path", content.toString("utf8").replace(/\0.*$/s, ""));
        else if (header.type !== "K") {
          const into = header.type === "x" ? own : shared;
          for (const [key, value] of parsePax(content)) into.set(key, value);
        }
        continue;
      }
      const attributes = new Map([...shared, ...own]);
      own = new Map();
      const sizeBytes = Number(attributes.get("size") ?? header.sizeBytes);
      const source = `${archive}#${(attributes.get("path") ?? header.name).replace(/^\.\//, "")}`;
      const content = memberContent(reader, sizeBytes);
      // A contiguous file ("7") is a file whose blocks lie together on disk.
      if ("07".includes(header.type) && !source.endsWith("/")) yield { source, path: null, bytes: content.bytes() };
      else if (header.type === "S")
        yield { source, error: new MemopError("BAD_INPUT", "sparse file in a tar archive") };
      await content.skip();
    }
  } catch (error) {
    yield { source: archive, error: asMemopError(error) };
  } finally {
    await reader.close();
  }
}

/** An error of a stream, as the one kind that callers expect. */
export function asMemopError(error: unknown): MemopError {
  if (error instanceof MemopError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new MemopError("BAD_INPUT", `cannot be read to its end: ${reason}`, { cause: error });
}

/** The content of one member: readable once, in whole or in part; `skip` passes over the rest and the padding. */
function memberContent(reader: PieceReader, sizeBytes: number): { bytes(): Bytes; skip(): Promise<void> } {
  let left = sizeBytes;
  return {
    async *bytes() {
      while (left > 0) {
        const piece = await reader.piece(left);
        left -= piece.length;
        yield piece;
      }
    },
    async skip() {
      left += (TAR_BLOCK - (sizeBytes % TAR_BLOCK)) % TAR_BLOCK;
      while (left > 0) left -= (await reader.piece(left)).length;
    },
  };
}

async function extended(reader: PieceReader, { sizeBytes }: TarHeader): Promise<Buffer> {
  if (sizeBytes > MAX_EXTENDED_BYTES) {
    throw new MemopError("BAD_INPUT", `tar header of ${sizeBytes} bytes: the limit is ${MAX_EXTENDED_BYTES}`);
  }
  const padded = Math.ceil(sizeBytes / TAR_BLOCK) * TAR_BLOCK;
  return (await reader.exactly(padded)).subarray(0, sizeBytes);
}

interface PieceReader {
  /** The next header block; null when the stream ends before it. Throws when it ends within. */
  block(): Promise<Buffer | null>;
  exactly(count: number): Promise<Buffer>;
  /** The next 1 to `atMost` bytes. Throws when the stream has ended. */
  piece(atMost: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

function pieceReader(bytes: Bytes): PieceReader {
  const iterator = bytes[Symbol.asyncIterator]();
  let chunk: Uint8Array = new Uint8Array(0);
  let failure: unknown = null;
  const fill = async (): Promise<boolean> => {
    while (chunk.length === 0) {
      // A stream that failed only says afterwards that it has ended.
      if (failure !== null) throw failure;
      const next = await iterator.next().catch((error: unknown) => {
        failure = error;
        throw error;
      });
      if (next.done) return false;
      chunk = next.value;
    }
    return true;
  };
  const piece = async (atMost: number): Promise<Uint8Array> => {
    if (!(await fill())) throw new MemopError("BAD_INPUT", "tar archive is cut off: unexpected end of data");
    const taken = chunk.subarray(0, atMost);
    chunk = chunk.subarray(taken.length);
    return taken;
  };
  const exactly = async (count: number): Promise<Buffer> => {
    const pieces: Uint8Array[] = [];
    for (let left = count; left > 0; left -= pieces.at(-1)?.length ?? 0) pieces.push(await piece(left));
    return Buffer.concat(pieces, count);
  };
  return {
    block: async () => ((await fill()) ? exactly(TAR_BLOCK) : null),
    exactly,
    piece,
    close: async () => void (await iterator.return?.()),
  };
}
