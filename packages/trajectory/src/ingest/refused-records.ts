import { compareText } from "@memop/core";
import type { RecordRow, RefusedPayload } from "./staged-row.ts";

/** A record that was not used, as it stands in `refused/ingest.jsonl`. */
export interface RefusedRecord extends RefusedPayload {
  readonly source: string;
  readonly condition: string;
  readonly run: string | null;
  /** `source` without line or element; not written out. */
  readonly sourceFile: string;
}

/** All refusals in source order: refused records, and records that repeat what an earlier one says. */
export function refusedRecords(refused: readonly RecordRow[], repeated: readonly RecordRow[]): RefusedRecord[] {
  const all = [
    ...refused.map((row) => ({ row, payload: JSON.parse(row.payload_json) as RefusedPayload })),
    ...repeated.map((row) => ({ row, payload: repeatedPayload(row) })),
  ];
  return all
    .sort((a, b) => inSourceOrder(a.row, b.row))
    .map(({ row, payload }) => ({
      source: row.source,
      byteOffset: payload.byteOffset,
      reason: payload.reason,
      message: payload.message,
      condition: row.condition,
      run: row.run,
      sourceFile: row.source_file,
    }));
}

function repeatedPayload(row: RecordRow): RefusedPayload {
  return {
    reason: "duplicate",
    message: `${row.kind} ${row.task_id ?? ""}`.trim().concat(" was read before"),
    byteOffset: row.source_byte,
  };
}

function inSourceOrder(a: RecordRow, b: RecordRow): number {
  return (
    compareText(a.source_file, b.source_file) ||
    compareText(a.condition, b.condition) ||
    compareText(a.run ?? "", b.run ?? "") ||
    a.source_byte - b.source_byte ||
    a.ordinal - b.ordinal
  );
}
