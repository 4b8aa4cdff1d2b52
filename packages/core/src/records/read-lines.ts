import type { Bytes } from "./byte-stream.ts";

/** One line of a byte stream, without its line end. */
export interface Line {
  /** 1-based. */
  readonly number: number;
  /** Where it starts in the stream. */
  readonly byteOffset: number;
  /** Null when the line is longer than the limit: its bytes were skipped. */
  readonly bytes: Buffer | null;
  readonly byteLength: number;
  /** False only for a last line that no line end follows. */
  readonly terminated: boolean;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Splits a byte stream at line feeds (a carriage return before one belongs to the line end).
 *
 * Only `\n` ends a line: U+2028, U+0085 and lone carriage returns do not. A line longer than `limit` bytes is skipped
 * without being held in memory. An empty last line is not yielded.
 */
export async function* readLines(bytes: Bytes, limit: number): AsyncGenerator<Line> {
  let number = 1;
  let lineStart = 0;
  let chunkStart = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const take = (rest: Uint8Array, terminated: boolean): Line => {
    const byteLength = heldBytes + rest.length;
    let line: Buffer | null = null;
    if (byteLength <= limit) {
      line =
        held.length === 0
          ? Buffer.from(rest.buffer, rest.byteOffset, rest.length)
          : Buffer.concat([...held, rest], byteLength);
      if (line[line.length - 1] === CARRIAGE_RETURN) line = line.subarray(0, -1);
    }
    const result = { number, byteOffset: lineStart, bytes: line, byteLength, terminated };
    held = [];
    heldBytes = 0;
    number += 1;
    return result;
  };
  for await (const chunk of bytes) {
    let at = 0;
    for (let end = chunk.indexOf(LINE_FEED, at); end !== -1; end = chunk.indexOf(LINE_FEED, at)) {
      yield take(chunk.subarray(at, end), true);
      at = end + 1;
      lineStart = chunkStart + at;
    }
    const rest = chunk.subarray(at);
    heldBytes += rest.length;
    if (heldBytes > limit) held = [];
    else if (rest.length > 0) held.push(rest);
    chunkStart += chunk.length;
  }
  if (heldBytes > 0) yield take(new Uint8Array(0), false);
}
