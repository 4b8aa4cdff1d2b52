declare global {
  // In Node 20 and later; the ES2023 library of TypeScript does not list them yet.
  interface String {
    isWellFormed(): boolean;
    toWellFormed(): string;
  }
}

/**
 * `value` with lone surrogates, which no UTF-8 file can hold, replaced by U+FFFD in every text and key, and how many were.
 *
 * `value` itself is returned when it has none, and is never changed. Does not recurse, so that depth costs no stack.
 */
export function wellFormed<Value extends object>(value: Value): { readonly value: Value; readonly replaced: number } {
  if (!hasLoneSurrogate(value)) return { value, replaced: 0 };
  let replaced = 0;
  const repaired = (text: string): string => {
    const result = text.toWellFormed();
    for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) !== result.charCodeAt(at)) replaced += 1;
    return result;
  };
  return { value: copyWithTexts(value, repaired), replaced };
}

function hasLoneSurrogate(value: object): boolean {
  const open: object[] = [value];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    // `for … in` because this runs over every value of every record: entries would double the time.
    for (const key in holder) {
      const field = (holder as Record<string, unknown>)[key];
      if (!key.isWellFormed()) return true;
      if (typeof field === "string") {
        if (!field.isWellFormed()) return true;
      } else if (typeof field === "object" && field !== null) open.push(field);
    }
  }
  return false;
}

/** A deep copy of JSON with every text and key changed by `change`; a part that stands in two places is copied once. */
function copyWithTexts<Value extends object>(value: Value, change: (text: string) => string): Value {
  const copies = new Map<object, Record<string, unknown>>();
  const open: object[] = [];
  const copyOf = (part: object): Record<string, unknown> => {
    const known = copies.get(part);
    if (known !== undefined) return known;
    const copy = (Array.isArray(part) ? [] : {}) as Record<string, unknown>;
    copies.set(part, copy);
    open.push(part);
    return copy;
  };
  const root = copyOf(value);
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const copy = copyOf(part);
    for (const [key, field] of Object.entries(part)) {
      const changed =
        typeof field === "string" ? change(field) : typeof field === "object" && field !== null ? copyOf(field) : field;
      Object.defineProperty(copy, change(key), {
        value: changed,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return root as Value;
}
