/** DuckDB's JS values as JSON-like ones: whole numbers as number, dates as ISO 8601 text, bytes as base64. */
export function plainValue(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(plainValue);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [String(key), plainValue(each)]));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)]));
}
