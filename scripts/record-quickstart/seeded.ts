import { createHash } from "node:crypto";

/**
 * A number in [0, 1) that depends on the parts and nothing else.
 *
 * Used wherever the recording needs variety: search order, durations, choices of text.
 */
export function seededUnit(...parts: readonly (string | number)[]): number {
  const digest = createHash("sha256").update(parts.join("\u0000")).digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}

/** Hex digits of a SHA-256 over the parts; for identifiers that must look random and stay the same. */
export function seededHex(length: number, ...parts: readonly (string | number)[]): string {
  return createHash("sha256").update(parts.join("\u0000")).digest("hex").slice(0, length);
}
