/**
 * JSON text on one line for every reader: U+2028 and U+2029, at which some readers split lines, are written as escapes.
 *
 * No line break at the end. The value must hold no lone surrogates and no non-finite numbers (see portable-row.ts).
 */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
