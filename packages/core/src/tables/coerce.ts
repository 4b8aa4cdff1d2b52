import { parseColumnType } from "./column-type.ts";
import { showValue } from "./show-value.ts";

/** A value made to fit a column, or why it does not. */
export type Coerced = { readonly value: unknown } | { readonly problem: string };

/**
 * Makes a value from Parquet, CSV or JSON fit a DuckDB column type: numbers from text, booleans from `True` or `0`, lists
 * and structs from JSON text, item by item and field by field. NaN and blank text (except in text columns) are null; a
 * field that a struct does not have is null, one that its type does not have is dropped.
 */
export function coerce(value: unknown, type: string): Coerced {
  if (value === null || value === undefined) return { value: null };
  const column = parseColumnType(type);
  if (column.kind === "simple" && column.name === "VARCHAR") return coerceText(value);
  const isBlankText = typeof value === "string" && /^\s*(nan)?\s*$/i.test(value);
  if (isBlankText || Number.isNaN(value)) return { value: null };
  if (column.kind === "list") return coerceList(value, column.item, type);
  if (column.kind === "struct") return coerceStruct(value, column.fields, type);
  if (column.name === "DOUBLE") return coerceNumber(value);
  if (column.name === "INTEGER") return coerceInteger(value);
  if (column.name === "BOOLEAN") return coerceBoolean(value);
  return { problem: `${type} is no type that a value can be read for` };
}

function coerceText(value: unknown): Coerced {
  if (typeof value === "string") return { value };
  return { value: typeof value === "object" ? JSON.stringify(value) : String(value) };
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function coerceNumber(value: unknown): Coerced {
  const number = typeof value === "string" && DECIMAL.test(value.trim()) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return { problem: `${showValue(value)} is no number` };
  return { value: number };
}

function coerceInteger(value: unknown): Coerced {
  const coerced = coerceNumber(value);
  if ("problem" in coerced) return coerced;
  if (!Number.isInteger(coerced.value)) return { problem: `${showValue(value)} is no whole number` };
  if (coerced.value === ((coerced.value as number) | 0)) return coerced;
  return { problem: `${showValue(value)} is outside the 32 bits of INTEGER` };
}

function coerceBoolean(value: unknown): Coerced {
  if (typeof value === "boolean") return { value };
  const text = String(value).trim().toLowerCase();
  if (["true", "t", "1", "1.0"].includes(text)) return { value: true };
  if (["false", "f", "0", "0.0"].includes(text)) return { value: false };
  return { problem: `${showValue(value)} is neither true nor false` };
}

function coerceList(value: unknown, itemType: string, type: string): Coerced {
  const list = parsedText(value);
  if (!Array.isArray(list)) return { problem: `${showValue(value)} is no ${type}` };
  const items: unknown[] = [];
  for (const each of list) {
    const item = coerce(each, itemType);
    if ("problem" in item) return item;
    items.push(item.value);
  }
  return { value: items };
}

function coerceStruct(value: unknown, fields: ReadonlyMap<string, string>, type: string): Coerced {
  const struct = parsedText(value);
  if (typeof struct !== "object" || struct === null || Array.isArray(struct)) {
    return { problem: `${showValue(value)} is no ${type}` };
  }
  const coerced: Record<string, unknown> = {};
  for (const [name, fieldType] of fields) {
    const field = coerce((struct as Record<string, unknown>)[name], fieldType);
    if ("problem" in field) return { problem: `field ${name}: ${field.problem}` };
    coerced[name] = field.value;
  }
  return { value: coerced };
}

/** JSON text as its value; other text as it is. */
function parsedText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    // Python prints lists with single quotes.
    return JSON.parse(value.includes('"') ? value : value.replaceAll("'", '"'));
  } catch {
    return value;
  }
}
