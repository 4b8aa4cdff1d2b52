import { isBlank } from "./blank.ts";
import { type Bytes, record } from "./byte-stream.ts";
import { type Line, readLines } from "./read-lines.ts";

/**
 * Reads the first line that is not blank without consuming it: `bytes` starts from the beginning again.
 *
 * `line` is null when there is none within the first `limit` bytes; its `bytes` are null when it is longer than that.
 */
export async function peekLine(bytes: Bytes, limit: number): Promise<{ line: Line | null; bytes: Bytes }> {
  const tape = record(bytes);
  async function* start(): AsyncGenerator<Uint8Array> {
    for (let size = 0; size <= limit; ) {
      const chunk = await tape.read();
      if (chunk === null) return;
      size += chunk.length;
      yield chunk;
    }
  }
  const { value, done } = await withoutBlank(readLines(start(), limit)).next();
  return { line: done ? null : value, bytes: tape.replay() };
}

/** The lines that are not blank. */
export async function* withoutBlank(lines: AsyncIterable<Line>): AsyncGenerator<Line, undefined> {
  for await (const line of lines) {
    if (line.bytes === null || !isBlank(line.bytes.subarray(0, 64)) || !isBlank(line.bytes)) yield line;
  }
}
