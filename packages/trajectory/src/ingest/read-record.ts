import { type Json, MemopError, type RawRecord, type Row } from "@memop/core";
import type { Reading, SourceContext, TrajectoryFormat } from "../format.ts";
import { type Classified, classifyRecord } from "./classify-record.ts";
import type { LabelledInput, ReadOptions, StagedRow } from "./read-inputs.ts";
import type { SourcePosition } from "./source-position.ts";
import { recordRows, trajectoryRow } from "./staged-row.ts";

/** One value to classify: a record, or an element of a list that is no record itself. */
export type Unpacked =
  | Exclude<RawRecord, { kind: "json" }>
  | (Extract<RawRecord, { kind: "json" }> & { readonly element: number | null });

/**
 * What a value gives: rows (`isKnown`: it was recognised), its share of a trajectory that is made of several, or nothing: it
 * is one of the lines of a session or trace that say nothing of the run.
 */
export type ReadResult =
  | { readonly kind: "nothing" }
  | { readonly kind: "rows"; readonly rows: readonly StagedRow[]; readonly isKnown: boolean }
  | { readonly kind: "members"; readonly format: TrajectoryFormat; readonly members: readonly Member[] };

/** A share of what `group` names; the name is only asked for scope `group`. */
export interface Member {
  readonly group: string;
  readonly value: unknown;
}

/** Reads one value; what is wrong with it becomes a `refused` row. */
export function readRecord(
  record: Unpacked,
  at: SourcePosition,
  input: LabelledInput,
  options: ReadOptions,
): ReadResult {
  // Texts of runs may begin like JSON (`[Bug]: …`), or be empty: a diff of a run that changed nothing.
  const isText = record.kind === "bad" && record.text !== undefined;
  if (record.kind === "bad" && (!isText || !isTextOfRun(record.text ?? "", at, options)))
    return rows(false, refused(at, record.reason, record.message, record.byteOffset));
  const value = record.kind === "json" ? record.value : record.text;
  const { byteOffset } = record;
  const source = { path: at.sourceFile };
  try {
    const classified = classifyRecord(value, source, options.format);
    if (classified.kind === "trajectory" && classified.format.scope !== "record") {
      const { format } = classified;
      const fault = format.faultOf(value);
      if (fault !== null) return rows(false, refused(at, "bad-record", fault, byteOffset));
      const members = membersOf(format, value, source);
      if (members !== null) return members.length === 0 ? { kind: "nothing" } : { kind: "members", format, members };
    }
    return rows(classified.kind !== "unrecognised", ...rowsOf(classified, value, at, input, byteOffset));
  } catch (error) {
    if (!(error instanceof MemopError) && !isDataError(error)) throw error;
    return rows(true, refused(at, "bad-record", (error as Error).message, byteOffset));
  }
}

function isTextOfRun(text: string, at: SourcePosition, { format }: ReadOptions): boolean {
  return classifyRecord(text, { path: at.sourceFile }, format).kind === "trajectory";
}

/** Null for a record of a group format that makes a trajectory alone; empty for one that says nothing of a run. */
function membersOf(format: TrajectoryFormat, value: unknown, source: SourceContext): readonly Member[] | null {
  if (format.scope !== "group") return [{ group: "", value }];
  const members: Member[] = [];
  for (const piece of format.piecesOf(value)) {
    const group = format.groupOf(piece, source);
    if (group === null) return null;
    if (group !== "") members.push({ group, value: piece });
  }
  return members;
}

/** Deep nesting overflows the stack, huge texts overflow V8's longest string: faults of the data, not of the program. */
export function isDataError(error: unknown): boolean {
  return error instanceof RangeError;
}

function rows(isKnown: boolean, ...all: readonly StagedRow[]): ReadResult {
  return { kind: "rows", rows: all, isKnown };
}

function rowsOf(
  classified: Classified,
  value: unknown,
  at: SourcePosition,
  input: LabelledInput,
  byteOffset: number,
): readonly StagedRow[] {
  const record = recordRows(at);
  const stage = (row: Row, format: string): StagedRow => ({ table: "records", row, at, format });
  switch (classified.kind) {
    case "trajectory":
      return rowsOfReadings(classified.format.readAll([value], { path: at.sourceFile }), classified.format.name, at);
    case "task":
      return [stage(record("task", classified.task.taskId, classified.task as unknown as Json), "task")];
    case "memory":
      return [stage(record("memory", classified.memory.taskId, classified.memory), "memory")];
    case "condition":
      return [stage(record("condition", null, classified.row as Json), "condition")];
    case "predictions":
      if (classified.predictions.length === 0) return [refused(at, "empty", "a list of no prediction", byteOffset)];
      return classified.predictions.map((each) => stage(record("prediction", each.taskId, each), "prediction"));
    case "report": {
      const { report, format } = classified;
      const everywhere = input.isResults;
      const named = report.outcomes.map((each) =>
        stage(record("outcome", each.taskId, { ...each, format, everywhere }), format),
      );
      const ofPatches = report.ofPatches ?? [];
      named.push(...ofPatches.map((each) => stage(record("outcome", null, { ...each, format, everywhere }), format)));
      if (report.namesOnlyResolved) named.push(stage(record("report", null, { format, everywhere }), format));
      if (report.outcomes.length + ofPatches.length > 0) return named;
      return [...named, refused(at, "empty-report", `a ${format} report that names no task`, byteOffset)];
    }
    case "description":
      return [refused(at, "description", `${classified.what}: it holds no runs itself`, byteOffset)];
    case "unrecognised":
      return [refused(at, "unrecognised", messageFor(value), byteOffset)];
  }
}

/**
 * The rows that the records of one unit give. Of several trajectories each further one has its number at the end of its
 * source: `runs/a.json`, `runs/a.json~1`, `runs/a.json~2`. Pieces of one record are numbered likewise.
 */
export function rowsOfReadings(readings: readonly Reading[], format: string, at: SourcePosition): StagedRow[] {
  return readings.flatMap((reading, number) =>
    rowsOfReading(reading, format, number === 0 ? at : { ...at, source: `${at.source}~${number}` }),
  );
}

/** The rows that one reading gives: its trajectory, and the task and the outcome that are told with it. */
export function rowsOfReading(reading: Reading, format: string, at: SourcePosition): StagedRow[] {
  const record = recordRows(at);
  const staged: StagedRow[] = [{ table: "trajectories", row: trajectoryRow(reading, format, at), at, format }];
  const add = (row: Row): void => void staged.push({ table: "records", row, at, format });
  if (reading.task !== null) add(record("embedded-task", reading.task.taskId, reading.task as unknown as Json));
  if (reading.outcome !== null) {
    const payload = { ...reading.outcome, format, everywhere: false };
    add(record("embedded-outcome", reading.outcome.taskId, payload));
  }
  return staged;
}

/** A `refused` row of the `records` table. */
export function refused(at: SourcePosition, reason: string, message: string, byteOffset: number | null): StagedRow {
  const row = recordRows(at)("refused", null, { reason, message, byteOffset });
  return { table: "records", row, at, format: "refused" };
}

function messageFor(value: unknown): string {
  if (typeof value === "string") return "text of no known format: expected JSON, JSONL or Parquet";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list of no known format";
  const keys = Object.keys(value as object).slice(0, 8);
  return `no known record has these keys: ${keys.join(", ")}`;
}
