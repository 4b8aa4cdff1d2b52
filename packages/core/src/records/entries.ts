import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { extract } from "tar-stream";
import { MemopError } from "../error.ts";
import { type Bytes, peek } from "./byte-stream.ts";
import { decompress } from "./decompress.ts";
import type { InputFile } from "./input-file.ts";

/** One stream of content: a file, decompressed, or one member of an archive. */
export interface Entry {
  /** The file's source name, `#member` appended for an archive's member. */
  readonly source: string;
  /** Path on disk when the entry is a plain file whose bytes are the content; null otherwise. */
  readonly path: string | null;
  /** Must be read to its end, or left, before the next entry is asked for. */
  readonly bytes: Bytes;
}

/** An archive that broke off after some of its members. */
export interface BrokenEntry {
  readonly source: string;
  readonly error: MemopError;
}

/**
 * Opens a file: yields itself, or each regular member when it is a tar archive (compressed or not).
 *
 * When an archive is damaged in the middle, the members before the damage are yielded and a `BrokenEntry` ends the list.
 */
export async function* openEntries(
  file: InputFile,
  standardInput: Bytes = process.stdin,
): AsyncGenerator<Entry | BrokenEntry> {
  const raw: Bytes = file.path === "-" ? standardInput : createReadStream(file.path, { highWaterMark: 1 << 20 });
  let content: Bytes;
  let head: Buffer;
  try {
    const decompressed = await decompress(raw);
    ({ head, bytes: content } = await peek(decompressed, 512));
  } catch (error) {
    yield { source: file.source, error: asMemopError(error) };
    return;
  }
  if (isTar(head)) yield* tarMembers(file.source, content);
  else yield { source: file.source, path: file.path === "-" ? null : file.path, bytes: content };
}

function isTar(head: Buffer): boolean {
  return head.length >= 512 && head.toString("latin1", 257, 262) === "ustar";
}

async function* tarMembers(archive: string, bytes: Bytes): AsyncGenerator<Entry | BrokenEntry> {
  const members = extract();
  const source = Readable.from(bytes, { objectMode: false });
  source.on("error", (error) => members.destroy(error));
  source.pipe(members);
  let current = archive;
  try {
    for await (const member of members) {
      if (member.header.type === "file" || member.header.type === "contiguous-file") {
        current = `${archive}#${member.header.name.replace(/^\.\//, "")}`;
        yield { source: current, path: null, bytes: member as Bytes };
      }
      member.resume();
    }
  } catch (error) {
    yield { source: current, error: asMemopError(error) };
  } finally {
    source.destroy();
  }
}

function asMemopError(error: unknown): MemopError {
  if (error instanceof MemopError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new MemopError("BAD_INPUT", `cannot be read to its end: ${reason}`, { cause: error });
}
