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
  const copy = structuredClone(value);
  let replaced = 0;
  const repaired = (text: string): string => {
    const result = text.toWellFormed();
    for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) !== result.charCodeAt(at)) replaced += 1;
    return result;
  };
  forEachHolder(copy, (holder) => {
    for (const [key, field] of Object.entries(holder)) {
      if (typeof field === "string" && !field.isWellFormed()) holder[key] = repaired(field);
      if (key.isWellFormed()) continue;
      const content = holder[key];
      delete holder[key];
      holder[repaired(key)] = content;
    }
  });
  return { value: copy, replaced };
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

/** Visits every object and array inside `value`, each once. */
function forEachHolder(value: object, visit: (holder: Record<string, unknown>) => void): void {
  const open: object[] = [value];
  const seen = new Set<object>();
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (seen.has(holder)) continue;
    seen.add(holder);
    visit(holder as Record<string, unknown>);
    for (const field of Object.values(holder)) if (typeof field === "object" && field !== null) open.push(field);
  }
}
