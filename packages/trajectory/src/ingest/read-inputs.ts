import {
  type Block,
  type BrokenEntry,
  type Entry,
  type InputFile,
  type Json,
  MemopError,
  openEntries,
  type RawRecord,
  type Row,
} from "@memop/core";
import type { Reading, SourceContext, TrajectoryFormat } from "../format.ts";
import { type Classified, classifyRecord } from "./classify-record.ts";
import { type Labels, labelPath } from "./labels.ts";
import { readEntry } from "./read-entry.ts";
import { isInShard, type Shard } from "./shard.ts";
import { blockOf, folderOf, type SourcePosition, unitOf } from "./source-position.ts";
import { recordRows, trajectoryRow } from "./staged-row.ts";

/** A row read from the inputs, to be staged. */
export interface StagedRow {
  readonly table: "trajectories" | "records";
  readonly row: Row;
  readonly at: SourcePosition;
  /** What the record was taken for; `refused` when it was refused. */
  readonly format: string;
}

/** A record that makes a trajectory together with others of its folder. */
export interface FolderMember {
  readonly table: "members";
  readonly folder: string;
  readonly format: string;
  readonly value: unknown;
  readonly at: SourcePosition;
}

/** An input with the labels of its rollouts. */
export interface LabelledInput {
  readonly file: InputFile;
  /** Labels by the path below the folder that was given (or inside the archive). */
  labelsOf(under: string): Labels;
  /** True for files given by `--results`: their outcomes hold for every rollout of the call. */
  readonly isResults: boolean;
  /** Of a JSONL file, the part to read: its lines are then numbered from the part's start. Absent: all of it. */
  readonly block?: Block;
}

/** What shapes the reading. */
export interface ReadOptions {
  readonly format: TrajectoryFormat | null;
  readonly shard: Shard | null;
  /** True for units (see staging.ts) that an interrupted call finished: they are not read again. */
  isDone(unit: string): boolean;
  /** Called at the end of a block with the number of its lines. */
  onBlockEnd?(lines: number): void;
}

/**
 * Reads every input to its end and yields the rows that its records give, in the order of the sources.
 *
 * A record that cannot be used becomes a `refused` row of the `records` table; nothing is thrown for bad content.
 */
export async function* readInputs(
  inputs: readonly LabelledInput[],
  options: ReadOptions,
): AsyncGenerator<StagedRow | FolderMember> {
  for (const input of inputs) {
    let isEmpty = true;
    for await (const entry of entriesOf(input)) {
      isEmpty = false;
      const labels = input.labelsOf(labelPath(input.file.under, entry.source));
      const at = position(entry.source, labels);
      const mine = isInShard(entry.source, options.shard);
      const mineAsFolder = isInShard(folderOf(entry.source), options.shard);
      if ("error" in entry) {
        if (mine) yield refused(at, "damaged-file", entry.error.message, 0);
        continue;
      }
      // The parts of a large file may belong to other shards than its start.
      const isMine = (block: number): boolean =>
        block === 0 ? mine || mineAsFolder : isInShard(`${entry.source}@${block}`, options.shard);
      const wanted = new Map<number, boolean>();
      const wants = (sourceByte: number): boolean => {
        const block = blockOf(sourceByte);
        let answer = wanted.get(block);
        if (answer === undefined) {
          answer = isMine(block) && !options.isDone(unitOf({ ...at, sourceByte }));
          wanted.set(block, answer);
        }
        return answer;
      };
      try {
        for await (const record of readEntry(entry, wants, input.block ?? null)) {
          if (record.kind === "end") {
            options.onBlockEnd?.(record.lines);
            continue;
          }
          for (const each of unpacked(record)) {
            const where = positionOf(each, at, record);
            const result = readOne(each, where, input, options);
            if (result.kind === "member") {
              if (mineAsFolder) yield result.member;
            } else if (mine || blockOf(each.byteOffset) > 0) yield* result.rows;
          }
        }
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (!(error instanceof MemopError) && !isDataError(error)) throw error;
        if (mine) yield refused(at, "damaged-file", message, null);
      }
    }
    if (isEmpty && isInShard(input.file.source, options.shard)) {
      const at = position(input.file.source, input.labelsOf(input.file.under));
      yield refused(at, "empty", "an archive without files", 0);
    }
  }
}

function entriesOf(input: LabelledInput): AsyncIterable<Entry | BrokenEntry> | Iterable<Entry> {
  const { file, block } = input;
  // A block is read by its place in the file.
  return block === undefined ? openEntries(file) : [{ source: file.source, path: file.path, bytes: none() }];
}

async function* none(): AsyncGenerator<Uint8Array> {}

/** One value to classify: a record, or an element of a list that is no record itself. */
type Unpacked =
  | Exclude<RawRecord, { kind: "json" }>
  | (Extract<RawRecord, { kind: "json" }> & { element: number | null });

/** A list that no format takes as a whole is read element by element. */
function* unpacked(record: RawRecord): Generator<Unpacked> {
  if (record.kind !== "json") {
    yield record;
    return;
  }
  const { value } = record;
  const isList = Array.isArray(value) && value.some((each) => typeof each === "object" && each !== null);
  if (!isList || isWholeList(value)) yield { ...record, element: null };
  else for (const [element, each] of value.entries()) yield { ...record, value: each, element };
}

function isWholeList(value: readonly unknown[]): boolean {
  const { kind } = classifyRecord(value, { path: "" }, null);
  return kind === "trajectory" || kind === "report";
}

type Result =
  | { readonly kind: "rows"; readonly rows: readonly StagedRow[] }
  | { readonly kind: "member"; readonly member: FolderMember };

function readOne(record: Unpacked, at: SourcePosition, input: LabelledInput, options: ReadOptions): Result {
  if (record.kind === "bad") return rows(refused(at, record.reason, record.message, record.byteOffset));
  const value = record.kind === "text" ? record.text : record.value;
  const byteOffset = record.byteOffset;
  const source: SourceContext = { path: at.sourceFile };
  try {
    const classified = classifyRecord(value, source, options.format);
    if (classified.kind === "trajectory" && classified.format.scope === "folder") {
      const { name } = classified.format;
      return { kind: "member", member: { table: "members", folder: folderOf(at.sourceFile), format: name, value, at } };
    }
    return { kind: "rows", rows: rowsOf(classified, value, at, input, byteOffset) };
  } catch (error) {
    if (!(error instanceof MemopError) && !isDataError(error)) throw error;
    return rows(refused(at, "bad-record", (error as Error).message, byteOffset));
  }
}

/** Deep nesting overflows the stack, huge texts overflow V8's longest string: faults of the data, not of the program. */
export function isDataError(error: unknown): boolean {
  return error instanceof RangeError;
}

function rows(...all: readonly StagedRow[]): Result {
  return { kind: "rows", rows: all };
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
      return rowsOfReading(classified.format.read([value], { path: at.sourceFile }), classified.format.name, at);
    case "task":
      return [stage(record("task", classified.task.taskId, classified.task), "task")];
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
      if (report.namesOnlyResolved) named.push(stage(record("report", null, { format, everywhere }), format));
      if (report.outcomes.length > 0) return named;
      return [...named, refused(at, "empty-report", `a ${format} report that names no task`, byteOffset)];
    }
    case "unrecognised":
      return [refused(at, "unrecognised", messageFor(value), byteOffset)];
  }
}

/** The rows that one trajectory's record gives. */
export function rowsOfReading(reading: Reading, format: string, at: SourcePosition): StagedRow[] {
  const record = recordRows(at);
  const staged: StagedRow[] = [{ table: "trajectories", row: trajectoryRow(reading, format, at), at, format }];
  const add = (row: Row): void => void staged.push({ table: "records", row, at, format });
  if (reading.task !== null) add(record("embedded-task", reading.task.taskId, reading.task));
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

function position(sourceFile: string, labels: Labels): SourcePosition {
  return { source: sourceFile, sourceFile, sourceByte: 0, ...labels };
}

function positionOf(record: Unpacked, at: SourcePosition, whole: RawRecord): SourcePosition {
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
