import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "./json.ts";

/** SHA-256 of a text (as UTF-8) or of bytes, as 64 lower-case hex digits. */
export function sha256Hex(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** SHA-256 of a value by its canonical JSON: equal values have equal hashes whatever the order of their keys. */
export function hashOf(value: Json): string {
  return sha256Hex(canonicalJson(value));
}
