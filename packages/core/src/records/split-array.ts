import { isBlank } from "./blank.ts";
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
 * longer than `limit` bytes are skipped without being held. What follows the array, if it is not blank, is given as one
 * more element.
 */
export async function* splitArray(bytes: Bytes, limit: number): AsyncGenerator<Line> {
  const element = heldElement(limit);
  let depth = 0;
  let inText = false;
  let escaped = false;
  let isClosed = false;
  let position = 0;
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = 0; at < chunk.length && !isClosed; at += 1) {
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
          element.startAt(position + from);
        }
      } else if ((byte === COMMA || byte === CLOSE_ARRAY) && depth === 1) {
        element.hold(chunk.subarray(from, at));
        // The last element is blank when there is none, or after a comma too many.
        isClosed = byte === CLOSE_ARRAY;
        if (!isClosed || !element.isBlank()) yield element.take(true);
        from = at + 1;
        element.startAt(position + from);
      } else if ((byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) && depth > 1) depth -= 1;
    }
    if (depth > 0) element.hold(chunk.subarray(from));
    position += chunk.length;
  }
  // An array that is not closed goes on with an element, be it an empty one.
  if (depth > 0 && (!isClosed || !element.isBlank())) yield element.take(false);
}

/** The element that is being read: its pieces, as long as they are within the limit. */
function heldElement(limit: number): {
  startAt(byteOffset: number): void;
  hold(piece: Uint8Array): void;
  isBlank(): boolean;
  take(terminated: boolean): Line;
} {
  let number = 1;
  let byteOffset = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  return {
    startAt(position) {
      byteOffset = position;
      held = [];
      heldBytes = 0;
    },
    hold(piece) {
      heldBytes += piece.length;
      if (heldBytes > limit) held = [];
      else if (piece.length > 0) held.push(piece);
    },
    isBlank: () => heldBytes <= limit && held.every(isBlank),
    take(terminated) {
      const bytes = heldBytes > limit ? null : Buffer.concat(held, heldBytes);
      const element = { number, byteOffset, bytes, byteLength: heldBytes, terminated };
      number += 1;
      return element;
    },
  };
}
