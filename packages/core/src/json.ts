/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/**
 * JSON text that does not depend on the order in which keys were set: keys sorted by UTF-16 code unit, no spaces. Keys that
 * are whole numbers come first, by size, as JavaScript objects have them.
 *
 * Lone surrogates are written as `\udXXX` escapes, so the text is always well-formed UTF-8 when encoded.
 */
export function canonicalJson(value: Json): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
