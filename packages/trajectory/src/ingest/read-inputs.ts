import type { Block, BrokenEntry, Entry, InputFile, Row } from "@memop/core";
import { MemopError, openEntries } from "@memop/core";
import type { Scope, TrajectoryFormat } from "../format.ts";
import { type FileMembers, fileMembers } from "./file-members.ts";
import { type Labels, labelPath } from "./labels.ts";
import { readEntry } from "./read-entry.ts";
import { isDataError, readRecord, refused } from "./read-record.ts";
import { isInShard, type Shard } from "./shard.ts";
import { blockOf, folderOf, type SourcePosition } from "./source-position.ts";
import { positionOf, unpacked } from "./unpacked.ts";
import { type Wanted, wantedOf } from "./wanted.ts";

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

/** A record that makes a trajectory together with others of its group, wherever they stand. */
export interface GroupMember {
  readonly table: "group-members";
  /** Name of format, labels and group: equal for what belongs together. */
  readonly group: string;
  readonly format: string;
  /** The record as JSON in UTF-8: it waits on disk until all inputs are read. */
  readonly json: Uint8Array;
  readonly at: SourcePosition;
}

/** What reading the inputs gives. */
export type ReadItem = StagedRow | FolderMember | GroupMember;

/** An input with the labels of its rollouts. */
export interface LabelledInput {
  readonly file: InputFile;
  /** Labels by the path below the folder that was given (or inside the archive). */
  labelsOf(under: string): Labels;
  /** True for files given by `--results`: their outcomes hold for every rollout of the call. */
  readonly isResults: boolean;
  /** Of a JSONL file, the part to read: its lines are then numbered from the part's start. Absent: all of it. */
  readonly block?: Block;
  /** Scope of the file when it is read in blocks (see file-scope.ts): a block cannot tell. */
  readonly scope?: Scope;
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
 * A record that cannot be used becomes a `refused` row of the `records` table; nothing is thrown for bad content. All
 * records of a file-scope format in one file are one unit, which stands where the first of them stands. Records of groups
 * and folders are passed on as members.
 */
export async function* readInputs(inputs: readonly LabelledInput[], options: ReadOptions): AsyncGenerator<ReadItem> {
  for (const input of inputs) {
    let isEmpty = true;
    for await (const entry of entriesOf(input)) {
      isEmpty = false;
      const at = position(entry.source, input.labelsOf(labelPath(input.file.under, entry.source)));
      if ("error" in entry) {
        if (isInShard(entry.source, options.shard)) yield refused(at, "damaged-file", entry.error.message, 0);
      } else yield* itemsOfEntry(entry, at, input, options);
    }
    if (isEmpty && isInShard(input.file.source, options.shard)) {
      const at = position(input.file.source, input.labelsOf(input.file.under));
      yield refused(at, "empty", "an archive without files", 0);
    }
  }
}

async function* itemsOfEntry(
  opened: Entry,
  at: SourcePosition,
  input: LabelledInput,
  options: ReadOptions,
): AsyncGenerator<ReadItem> {
  const { wanted, entry } = await wantedOf(opened, at, input, options);
  const own = fileMembers(at);
  let isEmpty = true;
  let passedOver = 0;
  try {
    for await (const record of readEntry(entry, wanted.wants, input.block ?? null)) {
      if (record.kind === "end") {
        options.onBlockEnd?.(record.lines);
        continue;
      }
      for (const each of unpacked(record, { path: at.sourceFile }))
        yield* itemsOf(each, positionOf(each, at, record), own, wanted);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof MemopError) && !isDataError(error)) throw error;
    if (wanted.isMine(0)) yield own.placed(refused(at, "damaged-file", message, null));
  }
  yield* own.rows();
  if (isEmpty && passedOver > 0 && wanted.isMine(0) && input.block === undefined) {
    yield refused(at, "empty", `none of the file's ${passedOver} values says anything of a run`, 0);
  }

  function* itemsOf(
    each: Parameters<typeof readRecord>[0],
    where: SourcePosition,
    file: FileMembers,
    { scope, isMine, isMineAsFolder, isOpenFile, sawScope }: Wanted,
  ): Generator<ReadItem> {
    const result = readRecord(each, where, input, options);
    const block = blockOf(each.byteOffset);
    if (result.kind === "nothing") {
      sawScope("group", block);
      passedOver += 1;
      return;
    }
    isEmpty = false;
    if (result.kind === "rows") {
      if (result.isKnown) sawScope("record", block);
      if (isMine(scope() === "file" ? 0 : block)) for (const row of result.rows) yield file.placed(row);
      return;
    }
    const { format, members } = result;
    sawScope(format.scope, block);
    if (format.scope !== scope()) {
      const message = `a ${format.name} record (one of a ${format.scope}'s) among records of other kinds`;
      if (isMine(block)) yield file.placed(refused(where, "misplaced", message, each.byteOffset));
    } else if (format.scope === "file") {
      if (isOpenFile()) for (const { value } of members) file.add(format, value, where);
    } else if (format.scope === "folder") {
      const folder = folderOf(where.sourceFile);
      if (!isMineAsFolder) return;
      for (const { value } of members) yield { table: "members", folder, format: format.name, value, at: where };
    } else {
      for (const [number, { group: name, value }] of members.entries()) {
        const group = JSON.stringify([format.name, where.condition, where.run, name]);
        if (!isInShard(group, options.shard)) continue;
        const json = encoder.encode(JSON.stringify(value));
        const source = number === 0 ? where.source : `${where.source}~${number}`;
        yield { table: "group-members", group, format: format.name, json, at: { ...where, source } };
      }
    }
  }
}

const encoder = new TextEncoder();

function entriesOf(input: LabelledInput): AsyncIterable<Entry | BrokenEntry> | Iterable<Entry> {
  const { file, block } = input;
  // A block is read by its place in the file.
  return block === undefined ? openEntries(file) : [{ source: file.source, path: file.path, bytes: none() }];
}

async function* none(): AsyncGenerator<Uint8Array> {}

function position(sourceFile: string, labels: Labels): SourcePosition {
  return { source: sourceFile, sourceFile, sourceByte: 0, ...labels };
}
