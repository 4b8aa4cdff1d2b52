import type { Bytes } from "./byte-stream.ts";
import type { Line } from "./read-lines.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Splits the bytes of one JSON array at the commas between its elements, without parsing them or holding the array.
 *
 * `number` is the element's 1-based position. An element that the stream's end cuts off has `terminated` false. Elements
 * longer than `limit` bytes are skipped without being held.
 */
export async function* splitArray(bytes: Bytes, limit: number): AsyncGenerator<Line> {
  let depth = 0;
  let inText = false;
  let escaped = false;
  let number = 1;
  let start = 0;
  let position = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (piece: Uint8Array): void => {
    heldBytes += piece.length;
    if (heldBytes > limit) held = [];
    else held.push(piece);
  };
  const take = (terminated: boolean): Line => {
    const element = heldBytes > limit ? null : Buffer.concat(held, heldBytes);
    const line = { number, byteOffset: start, bytes: element, byteLength: heldBytes, terminated };
    held = [];
    heldBytes = 0;
    number += 1;
    return line;
  };
  for await (const chunk of bytes) {
    let from = depth === 0 ? chunk.length : 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inText = false;
      } else if (byte === QUOTE) inText = true;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        depth += 1;
        if (depth === 1) {
          from = at + 1;
          start = position + from;
        }
      } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
        depth -= 1;
        if (depth === 0) {
          hold(chunk.subarray(from, at));
          if (!isBlank(held)) yield take(true);
          return;
        }
      } else if (byte === COMMA && depth === 1) {
        hold(chunk.subarray(from, at));
        yield take(true);
        from = at + 1;
        start = position + from;
      }
    }
    if (depth > 0) hold(chunk.subarray(from));
    position += chunk.length;
  }
  if (heldBytes > 0) yield take(false);
}

function isBlank(pieces: readonly Uint8Array[]): boolean {
  return pieces.every((piece) => piece.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)));
}
