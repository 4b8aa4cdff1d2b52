import { compareText, type Database } from "@memop/core";
import type { RecordRow, RefusedPayload } from "./staged-row.ts";

/** A record that was not used, as it stands in `refused/ingest.jsonl`. */
export interface RefusedRecord extends RefusedPayload {
  readonly source: string;
  readonly condition: string;
  readonly run: string | null;
  /** `source` without line or element; not written out. */
  readonly sourceFile: string;
}

/**
 * Refused rows of the `records` table. Of a file in which nothing was recognised all values together are one refusal: such a
 * file is one record.
 */
export async function refusedRows(database: Database): Promise<RecordRow[]> {
  const unrecognised = `kind = 'refused' AND payload_json LIKE '{"reason":"unrecognised"%'`;
  await database.run(`CREATE OR REPLACE TEMP TABLE used_files AS
    SELECT DISTINCT source_file, condition, run FROM trajectory_rows
    UNION SELECT DISTINCT source_file, condition, run FROM record_rows WHERE kind <> 'refused'`);
  const isKnown = `EXISTS (SELECT 1 FROM used_files u WHERE u.source_file = r.source_file AND u.condition = r.condition
    AND u.run IS NOT DISTINCT FROM r.run)`;
  const single = await database.all(
    `SELECT * FROM record_rows r WHERE kind = 'refused' AND NOT (${unrecognised} AND NOT ${isKnown})`,
  );
  const whole = await database.all(
    `SELECT source_file AS source, source_file, min(source_byte) AS source_byte, 0 AS ordinal, condition, run,
       'refused' AS kind, NULL AS task_id, arg_min(payload_json, source_byte) AS payload_json, count(*)::INTEGER AS n
     FROM record_rows r WHERE ${unrecognised} AND NOT ${isKnown} GROUP BY source_file, condition, run`,
  );
  return [
    ...single,
    ...whole.map(({ n, ...row }) => withCount(row as unknown as RecordRow, n as number)),
  ] as RecordRow[];
}

function withCount(row: RecordRow, values: number): RecordRow {
  if (values === 1) return row;
  const payload = JSON.parse(row.payload_json) as RefusedPayload;
  const message = `none of its ${values} values is a known record; the first: ${payload.message}`;
  return { ...row, payload_json: JSON.stringify({ ...payload, message }) };
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

/** A refusal as a line of `refused/ingest.jsonl`, without its line feed. */
export function refusedLine({ sourceFile: _, ...written }: RefusedRecord): string {
  return JSON.stringify(written);
}

/** Where a record starts; null for an element of a JSON list, whose place only its number tells. */
export function byteOffsetOf({ source, source_byte }: Pick<RecordRow, "source" | "source_byte">): number | null {
  return source.endsWith("]") ? null : source_byte;
}

function repeatedPayload(row: RecordRow): RefusedPayload {
  return {
    reason: "duplicate",
    message: `${row.kind} ${row.task_id ?? ""}`.trim().concat(" was read before"),
    byteOffset: byteOffsetOf(row),
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
