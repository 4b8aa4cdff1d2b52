import { isAscii, isUtf8 } from "node:buffer";

/** Bytes as text, or null when they are no valid UTF-8. A byte order mark is kept. */
export function decodeUtf8(bytes: Buffer): string | null {
  // Most records are plain ASCII, which has a faster decoder.
  if (isAscii(bytes)) return bytes.toString("latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : null;
}
