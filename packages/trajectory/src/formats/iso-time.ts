/**
 * A time as ISO 8601 in UTC; null when `value` is none.
 *
 * Takes seconds since 1970 (a number) and ISO-like texts; a text without a zone is taken as UTC, and every digit of its
 * fraction is kept.
 */
export function isoTime(value: unknown): string | null {
  if (typeof value === "number")
    return Number.isFinite(value) ? (validDate(value * 1000)?.toISOString() ?? null) : null;
  if (typeof value !== "string") return null;
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.exec(value.trim());
  if (parts === null) return null;
  const [, day, time, fraction = "", zone = "Z"] = parts;
  const date = validDate(
    Date.parse(`${day}T${time}${zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone}`),
  );
  return date === null ? null : `${date.toISOString().slice(0, 19)}${fraction}Z`;
}

function validDate(milliseconds: number): Date | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date;
}
