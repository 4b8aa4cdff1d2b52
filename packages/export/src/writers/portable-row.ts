import type { Row } from "@memop/core";
import { wellFormedText } from "@memop/tokens";

/** A row that every file format can hold, or the path of the number that it cannot. */
export type PortableRow =
  | { readonly row: Row; readonly replaced: number }
  | { readonly inexact: string; readonly value: number };

/**
 * Makes a row safe for files: lone surrogates become U+FFFD and are counted; absent values become null, −0 becomes 0.
 *
 * A number that JSON would change (NaN, an infinity, a whole number beyond 2^53) makes the row unusable: its path is
 * returned instead of the row.
 */
export function portableRow(row: Row): PortableRow {
  let replaced = 0;
  let inexact: { inexact: string; value: number } | null = null;
  const portable = (value: unknown, path: string): unknown => {
    if (typeof value === "string") {
      const repaired = wellFormedText(value);
      replaced += repaired.replaced;
      return repaired.text;
    }
    if (typeof value === "number" && !isExact(value)) inexact ??= { inexact: path, value };
    if (value === null || value === undefined) return null;
    if (value === 0) return 0; // JSON has no negative zero.
    if (Array.isArray(value)) return value.map((each, at) => portable(each, `${path}[${at}]`));
    if (typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, portable(each, `${path}.${key}`)]));
  };
  const entries = Object.entries(row).map(([column, value]) => [column, portable(value, column)]);
  return inexact ?? { row: Object.fromEntries(entries) as Row, replaced };
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
