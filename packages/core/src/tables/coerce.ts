/** A value made to fit a column, or why it does not. */
export type Coerced = { readonly value: unknown } | { readonly problem: string };

/**
 * Makes a value from Parquet, CSV or JSON fit a DuckDB column type: numbers from text, booleans from `True` or `0`, lists
 * and structs from JSON text. NaN and "" (except in text columns) are null.
 */
export function coerce(value: unknown, type: string): Coerced {
  if (value === null || value === undefined) return { value: null };
  if (type === "VARCHAR") return { value: typeof value === "string" ? value : textOf(value) };
  if (value === "" || Number.isNaN(value) || value === "NaN" || value === "nan") return { value: null };
  if (type === "DOUBLE" || type === "INTEGER") return coerceNumber(value, type === "INTEGER");
  if (type === "BOOLEAN") return coerceBoolean(value);
  return coerceNested(value, type);
}

function textOf(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function coerceNumber(value: unknown, whole: boolean): Coerced {
  const number = typeof value === "string" ? Number(value.trim()) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return { problem: `${show(value)} is no number` };
  if (whole && !Number.isInteger(number)) return { problem: `${show(value)} is no whole number` };
  return { value: number };
}

function coerceBoolean(value: unknown): Coerced {
  if (typeof value === "boolean") return { value };
  const text = String(value).toLowerCase();
  if (["true", "t", "1", "1.0"].includes(text)) return { value: true };
  if (["false", "f", "0", "0.0"].includes(text)) return { value: false };
  return { problem: `${show(value)} is neither true nor false` };
}

function coerceNested(value: unknown, type: string): Coerced {
  let parsed = value;
  if (typeof value === "string") {
    try {
      // Python prints lists with single quotes.
      parsed = JSON.parse(value.includes('"') ? value : value.replaceAll("'", '"'));
    } catch {
      return { problem: `${show(value)} is no JSON for ${type}` };
    }
  }
  const isList = type.endsWith("[]");
  if (isList === Array.isArray(parsed) && typeof parsed === "object") return { value: parsed };
  return { problem: `${show(value)} is no ${type}` };
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 60);
}
