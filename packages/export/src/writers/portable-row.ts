import type { Row } from "@memop/core";
import { wellFormedText } from "@memop/tokens";

/** A row that every file format can hold, or the path of the number that it cannot. */
export type PortableRow =
  | { readonly row: Row; readonly replaced: number }
  | { readonly inexact: string; readonly value: number };

/**
 * Makes a row safe for files: lone surrogates become U+FFFD and are counted; absent values become null.
 *
 * A number that JSON would change (NaN, an infinity, a whole number beyond 2^53) makes the row unusable: its path is
 * returned instead of the row.
 */
export function portableRow(row: Row): PortableRow {
  let replaced = 0;
  const open = (value: unknown, path: string): unknown => {
    if (typeof value === "string") {
      const repaired = wellFormedText(value);
      replaced += repaired.replaced;
      return repaired.text;
    }
    if (typeof value === "number" && !isExact(value)) throw new InexactNumber(path, value);
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return value.map((each, at) => open(each, `${path}[${at}]`));
    if (typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, open(each, `${path}.${key}`)]));
  };
  try {
    const entries = Object.entries(row).map(([column, value]) => [column, open(value, column)]);
    return { row: Object.fromEntries(entries) as Row, replaced };
  } catch (error) {
    if (error instanceof InexactNumber) return { inexact: error.path, value: error.value };
    throw error;
  }
}

class InexactNumber extends Error {
  constructor(
    readonly path: string,
    readonly value: number,
  ) {
    super(path);
  }
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
