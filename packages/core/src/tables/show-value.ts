/** A value as it stands in an error message: JSON, at most 60 characters of it. */
export function showValue(value: unknown): string {
  const text = typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
