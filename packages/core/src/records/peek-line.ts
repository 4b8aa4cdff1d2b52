import { isBlank } from "./blank.ts";
import { type Bytes, replay } from "./byte-stream.ts";
import { type Line, readLines } from "./read-lines.ts";

/**
 * Reads the first line that is not blank without consuming it: `bytes` starts from the beginning again.
 *
 * `line` is null when there is none within the first `limit` bytes; its `bytes` are null when it is longer than that.
 */
export async function peekLine(bytes: Bytes, limit: number): Promise<{ line: Line | null; bytes: Bytes }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  async function* seen(): AsyncGenerator<Uint8Array> {
    while (size <= limit) {
      const next = await iterator.next();
      if (next.done) return;
      chunks.push(next.value);
      size += next.value.length;
      yield next.value;
    }
  }
  const { value, done } = await withoutBlank(readLines(seen(), limit)).next();
  return { line: done ? null : value, bytes: replay(chunks, iterator) };
}

/** The lines that are not blank. */
export async function* withoutBlank(lines: AsyncIterable<Line>): AsyncGenerator<Line, undefined> {
  for await (const line of lines) {
    if (line.bytes === null || !isBlank(line.bytes.subarray(0, 64)) || !isBlank(line.bytes)) yield line;
  }
}
