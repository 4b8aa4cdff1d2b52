import type { RawRecord } from "@memop/core";
import type { SourceContext } from "../format.ts";
import { classifyRecord } from "./classify-record.ts";
import type { Unpacked } from "./read-record.ts";
import type { SourcePosition } from "./source-position.ts";

/** A record as it is; a list that no format takes as a whole is read element by element. */
export function* unpacked(record: RawRecord, source: SourceContext): Generator<Unpacked> {
  if (record.kind !== "json") {
    yield record;
    return;
  }
  const { value } = record;
  const isList = Array.isArray(value) && value.some((each) => typeof each === "object" && each !== null);
  if (!isList || isWholeList(value, source)) yield { ...record, element: null };
  else for (const [element, each] of value.entries()) yield { ...record, value: each, element };
}

function isWholeList(value: readonly unknown[], source: SourceContext): boolean {
  const { kind } = classifyRecord(value, source, null);
  return kind === "trajectory" || kind === "report";
}

/** Where a value stands: `at` is the place of its file, `whole` the record that it was unpacked from. */
export function positionOf(record: Unpacked, at: SourcePosition, whole: RawRecord): SourcePosition {
  if (record.kind === "text") return at;
  if (record.kind === "bad") {
    const isLine = record.byteOffset > 0 || record.number > 1;
    return {
      ...at,
      source: isLine ? `${at.sourceFile}:${record.number}` : at.sourceFile,
      sourceByte: record.byteOffset,
    };
  }
  if (record.from === "element") {
    return { ...at, source: `${at.sourceFile}[${record.number - 1}]`, sourceByte: record.byteOffset };
  }
  const line = record.from === "document" ? at.sourceFile : `${at.sourceFile}:${record.number}`;
  if (record.element === null) return { ...at, source: line, sourceByte: record.byteOffset };
  // Elements of one document share its offset: their number keeps them apart and in order.
  return {
    ...at,
    source: `${line}[${record.element}]`,
    sourceByte: whole.kind === "json" ? whole.byteOffset + record.element : 0,
  };
}
