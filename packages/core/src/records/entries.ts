import { createReadStream } from "node:fs";
import type { MemopError } from "../error.ts";
import { type Bytes, peek } from "./byte-stream.ts";
import { compressionOf, decompress } from "./decompress.ts";
import type { InputFile } from "./input-file.ts";
import { isTar, TAR_BLOCK } from "./tar-header.ts";
import { asMemopError, tarMembers } from "./tar-members.ts";

/** One stream of content: a file, decompressed, or one member of an archive. */
export interface Entry {
  /** The file's source name, `#member` appended for an archive's member. */
  readonly source: string;
  /** Path on disk when the entry is a plain file whose bytes are the content; null otherwise. */
  readonly path: string | null;
  /** Must be read to its end, or left, before the next entry is asked for. */
  readonly bytes: Bytes;
}

/** A file or archive that cannot be read, or not to its end. */
export interface BrokenEntry {
  /** The file's own source name, also when an archive broke off within a member. */
  readonly source: string;
  readonly error: MemopError;
}

/**
 * Opens a file: yields itself, or each regular member when it is a tar archive (compressed or not).
 *
 * When an archive is damaged in the middle, the members before the damage are yielded and a `BrokenEntry` ends the list.
 * An archive without members yields nothing.
 */
export async function* openEntries(
  file: InputFile,
  standardInput: Bytes = process.stdin,
): AsyncGenerator<Entry | BrokenEntry> {
  const raw: Bytes = file.path === "-" ? standardInput : createReadStream(file.path, { highWaterMark: 1 << 20 });
  let content: Bytes;
  let head: Buffer;
  let isPlain: boolean;
  try {
    const first = await peek(raw, 4);
    isPlain = file.path !== "-" && compressionOf(first.head) === "none";
    ({ head, bytes: content } = await peek(await decompress(first.bytes), 2 * TAR_BLOCK));
  } catch (error) {
    yield { source: file.source, error: asMemopError(error) };
    return;
  }
  if (isTar(head) || isEmptyTar(head)) yield* tarMembers(file.source, content);
  else yield { source: file.source, path: isPlain ? file.path : null, bytes: content };
}

/** An archive without members is two blocks of zeros, and more. */
function isEmptyTar(head: Buffer): boolean {
  return head.length >= 2 * TAR_BLOCK && head.every((byte) => byte === 0);
}
