import fc from "fast-check";

/** Values that real logs have been seen to hold where something else belonged. */
const strangeValues = [null, "", "\ud835", "x", 0, -1, 1.5, 1e300, true, [], {}, [null], { content: null }, "[]", "{"];

/**
 * Copies of `value` in which up to four places are removed, emptied, swapped for a strange value, repeated, or cut short:
 * what half-written and re-serialised logs look like.
 */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  const change = fc.record({
    place: fc.nat({ max: 100_000 }),
    kind: fc.constantFrom("remove", "replace", "truncate", "repeat"),
    strange: fc.constantFrom(...strangeValues),
  });
  return fc
    .array(change, { minLength: 1, maxLength: 4 })
    .map((changes) => changes.reduce(changedAt, structuredClone(value)));
}

function changedAt(value: unknown, change: { place: number; kind: string; strange: unknown }): unknown {
  const places = placesIn(value);
  const place = places[change.place % Math.max(places.length, 1)];
  if (place === undefined) return change.strange;
  const { holder, key } = place;
  const field = holder[key];
  if (change.kind === "replace") holder[key] = structuredClone(change.strange);
  else if (change.kind === "repeat" && Array.isArray(holder)) holder.splice(Number(key), 0, structuredClone(field));
  else if (change.kind === "truncate" && (typeof field === "string" || Array.isArray(field)))
    holder[key] = field.slice(0, field.length >> 1);
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return value;
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}
