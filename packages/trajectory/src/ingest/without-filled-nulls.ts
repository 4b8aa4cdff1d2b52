import { isObject } from "../formats/json-access.ts";

/**
 * A row of a columnar file without the keys that the file filled in.
 *
 * All objects of a nested column have the keys of every one of them, with null for what an object did not have: the
 * arguments of other tools' calls, say. Such a null cannot be told from a real one, so both are left out. The columns
 * themselves stay.
 */
export function withoutFilledNulls(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, nested(value)]));
}

function nested(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(nested);
  if (!isObject(value)) return value;
  const known: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) if (each !== null) known[key] = nested(each);
  return known;
}
