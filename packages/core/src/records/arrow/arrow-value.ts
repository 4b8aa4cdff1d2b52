import type { DataType } from "apache-arrow";
import { plainValue } from "../../tables/plain-value.ts";

/** A value of a column as a JSON-like one, as `plainValue` gives those of DuckDB: times as ISO 8601 text, no classes. */
export function arrowValue(value: unknown, type: DataType | null): unknown {
  if (value === null || value === undefined || type === null) return null;
  const { children } = type;
  // Rows and lists of Arrow are proxies and classes: only their type tells what they are.
  switch (type.typeId) {
    case typeIds.date:
    case typeIds.timestamp:
      return new Date(Number(value)).toISOString();
    case typeIds.struct: {
      const fields = Object.entries((value as { toJSON(): Record<string, unknown> }).toJSON());
      const typeOf = new Map(children.map((child) => [child.name, child.type as DataType]));
      return Object.fromEntries(fields.map(([name, each]) => [name, arrowValue(each, typeOf.get(name) ?? null)]));
    }
    case typeIds.map: {
      const [keyType, valueType] = (children[0]?.type as DataType | undefined)?.children.map(({ type }) => type) ?? [];
      const entries = [...(value as Iterable<readonly [unknown, unknown]>)];
      return Object.fromEntries(
        entries.map(([key, each]) => [String(arrowValue(key, keyType ?? null)), arrowValue(each, valueType ?? null)]),
      );
    }
    case typeIds.list:
    case typeIds.fixedSizeList:
      return [...(value as Iterable<unknown>)].map((each) => arrowValue(each, children[0]?.type ?? null));
    case typeIds.dictionary:
      return arrowValue(value, (type as DataType & { readonly dictionary: DataType }).dictionary);
    default:
      return plainValue(value);
  }
}

/** Numbers of the kinds of types in Arrow's format. */
const typeIds = {
  date: 8,
  timestamp: 10,
  list: 12,
  struct: 13,
  fixedSizeList: 16,
  map: 17,
  dictionary: -1,
} as const;
