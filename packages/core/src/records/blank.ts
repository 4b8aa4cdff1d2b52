/** True for a byte that is white space: space, tab, line feed, vertical tab, form feed or carriage return. */
export function isBlankByte(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** True when bytes are white space only, or none. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(isBlankByte);
}
