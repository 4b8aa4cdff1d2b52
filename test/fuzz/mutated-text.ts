import type { Random } from "@memop/core";

/** Values of the kinds that broken logs have had where something else belonged, as JSON text or nearly so. */
const strange = [
  "null",
  "true",
  "0",
  "-1",
  "1e999",
  "12345678901234567890123",
  "NaN",
  '""',
  '"x"',
  '"\\ud835"',
  '"\\u0000"',
  "[]",
  "{}",
  "[null]",
  '[{"content":null}]',
  '{"__proto__":{"a":1}}',
  '"{"',
  '"[[1]]"',
  `${"[".repeat(3000)}${"]".repeat(3000)}`,
] as const;

/** A JSON text with one to three faults: cut, bytes lost or repeated, keys doubled, values replaced. */
export function mutatedText(text: string, random: Random): string {
  let changed = text;
  const faults = 1 + random.integer(3);
  for (let each = 0; each < faults; each += 1) {
    const fault = kinds[random.integer(kinds.length)];
    if (fault !== undefined && changed !== "") changed = fault(changed, random);
  }
  return changed;
}

const kinds: readonly ((text: string, random: Random) => string)[] = [
  replacedValue,
  replacedValue,
  replacedValue,
  doubledKey,
  (text, random) => text.slice(0, random.integer(text.length)),
  (text, random) => {
    const at = random.integer(text.length);
    return text.slice(0, at) + text.slice(at + 1 + random.integer(20));
  },
  (text, random) => {
    const at = random.integer(text.length);
    return text.slice(0, at) + text.slice(Math.max(0, at - random.integer(200)));
  },
];

/** Another value behind a colon or in a list. Strings, numbers and words are replaced whole. */
function replacedValue(text: string, random: Random): string {
  const places = [...text.matchAll(/([:[,]\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|\[|\{)/g)];
  const place = places[random.integer(Math.max(places.length, 1))];
  const value = strange[random.integer(strange.length)] ?? "null";
  if (place === undefined) return value;
  const [whole, before = "", old = ""] = place;
  const at = place.index + before.length;
  const isOpen = old === "[" || old === "{";
  const end = isOpen ? closingOf(text, at) : place.index + whole.length;
  return text.slice(0, at) + value + text.slice(end);
}

/** The place behind the bracket that closes the one at `at`; the text's end when none does. */
function closingOf(text: string, at: number): number {
  let depth = 0;
  for (const found of text.slice(at).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (found[0] === "[" || found[0] === "{") depth += 1;
    else if (found[0] === "]" || found[0] === "}") depth -= 1;
    if (depth === 0) return at + found.index + 1;
  }
  return text.length;
}

/** A key a second time, with another value before or after its own. */
function doubledKey(text: string, random: Random): string {
  const keys = [...text.matchAll(/[{,]\s*("(?:[^"\\]|\\.)*"):/g)];
  const key = keys[random.integer(Math.max(keys.length, 1))];
  if (key === undefined) return text;
  const value = strange[random.integer(strange.length - 1)] ?? "null";
  const at = key.index + 1;
  return `${text.slice(0, at)}${key[1]}:${value},${text.slice(at)}`;
}
