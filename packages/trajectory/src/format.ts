import { MemopError } from "@memop/core";
import type * as z from "zod";
import { wellFormed } from "./formats/well-formed.ts";
import type { Gives } from "./gives.ts";
import type { Outcome } from "./outcome.ts";
import { recordErrorText } from "./record-error-text.ts";
import type { Task } from "./task.ts";
import type { Trajectory } from "./trajectory.ts";

/** Where a record comes from. Formats may read a task's id or a model's name off it. */
export interface SourceContext {
  /** Relative path with `/`, `#member` appended for an archive's member: `runs/a.traj`, `run.tar.gz#cost_2_1/a.traj`. */
  readonly path: string;
}

/** Where the records of one trajectory come from. */
export interface MembersContext extends SourceContext {
  /** The path of each record, in their order; `path` is one of them. */
  readonly paths: readonly string[];
}

/**
 * What one trajectory is made of.
 *
 * `record`: a JSON document, a JSONL line, a Parquet row or a text file. `file`: all records of this format in one file.
 * `folder`: all in one folder. `group`: all, over all inputs of one call, for which the format names the same group.
 */
export type Scope = "record" | "file" | "folder" | "group";

/** Everything that one foreign record says. */
export interface Reading {
  readonly trajectory: Trajectory;
  /** The outcome when the record carries it, else null. `taskId` equals the trajectory's. */
  readonly outcome: Outcome | null;
  /** The task when the record carries it, else null. */
  readonly task: Task | null;
}

/** Reads one foreign log format. A format is a value, never a class. */
export interface TrajectoryFormat {
  /** Kebab-case, as typed after `--format`. */
  readonly name: string;
  /** One sentence for `memop formats`. */
  readonly title: string;
  readonly scope: Scope;
  /** What this format can tell of a run, and what it cannot. */
  readonly gives: Gives;
  /**
   * True when `record` has this format's shape, by a cheap look at its keys. Never throws, never reads it all.
   *
   * What text files are can only be told by their content and their name together: hence `source`.
   */
  matches(record: unknown, source?: SourceContext): boolean;
  /**
   * Name of the group that a record belongs to (a session, a trace, a run's folder); null when the record alone makes a
   * trajectory, "" when it says nothing of a run (titles, snapshots, bookkeeping of a session's file) and is passed over.
   * Asked of formats with scope `group`; labels keep groups apart, so names need not hold them.
   */
  groupOf(record: unknown, source: SourceContext): string | null;
  /** The pieces of a record that holds members of several groups, such as a batch of spans; mostly the record alone. */
  piecesOf(record: unknown): readonly unknown[];
  /**
   * False when a file with this path that starts with this text surely holds no record of this format. Asked of scopes
   * other than `record`, for files that a shard or a continued call would pass over: false there saves reading them.
   */
  couldHold(head: string, path: string): boolean;
  /** What is wrong with a single record; null when it has the format's shape. */
  faultOf(record: unknown): string | null;
  /**
   * What the records of one unit (see `scope`) say, one reading for each trajectory; members come in the order of their
   * sources: by path, then by place in the file.
   *
   * Throws `BAD_RECORD`, naming the offending path inside the record, when the shape is wrong. Every text of the readings is
   * well-formed Unicode: lone surrogates are replaced by U+FFFD and counted in the trajectory's `extra.replacedSurrogates`.
   */
  readAll(records: readonly unknown[], source: SourceContext | MembersContext): readonly [Reading, ...Reading[]];
  /** The first reading of `readAll`. */
  read(records: readonly unknown[], source: SourceContext | MembersContext): Reading;
}

/** Builds a format from its raw schema and a pure conversion; validation and its errors live here, once. */
export function defineFormat<Name extends string, Raw>(definition: {
  readonly name: Name;
  readonly title: string;
  readonly scope?: Scope;
  readonly gives: Gives;
  readonly raw: z.ZodType<Raw>;
  matches(record: unknown, source: SourceContext): boolean;
  groupOf?(record: unknown, source: SourceContext): string | null;
  piecesOf?(record: unknown): readonly unknown[];
  couldHold?(head: string, path: string): boolean;
  toReading(raws: readonly [Raw, ...Raw[]], source: MembersContext): Reading | readonly Reading[];
}): TrajectoryFormat & { readonly name: Name } {
  const { name, title, scope = "record", gives, raw, matches, toReading } = definition;
  const readAll = (
    records: readonly unknown[],
    source: SourceContext | MembersContext,
  ): readonly [Reading, ...Reading[]] => {
    const [first, ...rest] = records.map((record) => parseRecord(name, raw, record));
    if (first === undefined) throw new MemopError("BAD_RECORD", `no ${name} record was given`);
    const paths = "paths" in source ? source.paths : records.map(() => source.path);
    const [one, ...more] = [toReading([first, ...rest], { path: source.path, paths })].flat() as Reading[];
    if (one === undefined) throw new MemopError("BAD_RECORD", `no trajectory is in these ${name} records`);
    return [wellFormedReading(one), ...more.map(wellFormedReading)];
  };
  return {
    name,
    title,
    scope,
    gives,
    matches: (record, source = { path: "" }) => matches(record, source),
    groupOf: definition.groupOf ?? (() => null),
    piecesOf: definition.piecesOf ?? ((record) => [record]),
    couldHold: definition.couldHold ?? (() => true),
    faultOf(record) {
      const parsed = raw.safeParse(record);
      return parsed.success ? null : `not a ${name} record: ${recordErrorText(parsed.error)}`;
    },
    readAll,
    read: (records, source) => readAll(records, source)[0],
  };
}

function wellFormedReading(reading: Reading): Reading {
  const { value, replaced } = wellFormed(reading);
  if (replaced === 0) return reading;
  const extra = { ...value.trajectory.extra, replacedSurrogates: replaced };
  return { ...value, trajectory: { ...value.trajectory, extra } };
}

function parseRecord<Raw>(name: string, raw: z.ZodType<Raw>, record: unknown): Raw {
  const parsed = raw.safeParse(record);
  if (parsed.success) return parsed.data;
  throw new MemopError("BAD_RECORD", `not a ${name} record: ${recordErrorText(parsed.error)}`);
}
