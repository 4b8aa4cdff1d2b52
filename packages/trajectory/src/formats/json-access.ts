/** A JSON object of unknown content. */
export type UnknownObject = { readonly [key: string]: unknown };

/** True for a JSON object; false for arrays, null and scalars. */
export function isObject(value: unknown): value is UnknownObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value when it is a text, else null. */
export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The value when it is a text with more than white space in it, else null. */
export function nameOrNull(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** The value when it is a finite number of at least 0, else null. */
export function countOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

/** The value when it is a finite number above 0, else null: how a limit of 0 or -1, "no limit", is read. */
export function limitOrNull(value: unknown): number | null {
  const count = countOrNull(value);
  return count === 0 ? null : count;
}

/** The value when it is a whole number that a double holds exactly, else null. */
export function integerOrNull(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}

/** The value parsed when it is the text of a JSON object or array, the value itself when it is one already, else null. */
export function parsedOrNull(value: unknown): UnknownObject | readonly unknown[] | null {
  if (typeof value === "object") return value as UnknownObject | readonly unknown[] | null;
  if (typeof value !== "string") return null;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === "object" ? (parsed as UnknownObject | readonly unknown[] | null) : null;
  } catch {
    return null;
  }
}

/** The object at the end of a path of keys; an empty object when any key on the way leads to none. */
export function objectAt(value: unknown, ...keys: readonly string[]): UnknownObject {
  let current = value;
  for (const key of keys) current = isObject(current) ? current[key] : undefined;
  return isObject(current) ? current : {};
}

/** The entries of `record` whose keys are not among `used` and whose values are neither null nor undefined. */
export function unusedEntries(record: UnknownObject, used: ReadonlySet<string>): Record<string, unknown> {
  const entries = Object.entries(record).filter(
    ([key, value]) => !used.has(key) && value !== null && value !== undefined,
  );
  return Object.fromEntries(entries);
}

/** An object without the keys whose value is null or undefined. */
export function compact(value: UnknownObject): UnknownObject {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== undefined));
}
