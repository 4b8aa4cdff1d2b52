import { MemopError } from "@memop/core";
import type * as z from "zod";
import { wellFormed } from "./formats/well-formed.ts";
import type { Outcome } from "./outcome.ts";
import { recordErrorText } from "./record-error-text.ts";
import type { Task } from "./task.ts";
import type { Trajectory } from "./trajectory.ts";

/** Where a record comes from. Formats may read a task's id or a model's name off it. */
export interface SourceContext {
  /** Relative path with `/`, `#member` appended for an archive's member: `runs/a.traj`, `run.tar.gz#cost_2_1/a.traj`. */
  readonly path: string;
}

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
  /**
   * What one trajectory is made of: one record (a JSON document, a JSONL line, a Parquet row), or all records of this
   * format in one folder (`folder`: `read` then gets them in the order of their paths).
   */
  readonly scope: "record" | "folder";
  /** True when `record` has this format's shape, by a cheap look at its keys. Never throws, never reads it all. */
  matches(record: unknown): boolean;
  /**
   * Throws `BAD_RECORD`, naming the offending path inside the record, when the shape is wrong.
   *
   * Every text of the reading is well-formed Unicode: lone surrogates are replaced by U+FFFD and counted in the trajectory's
   * `extra.replacedSurrogates`.
   */
  read(records: readonly unknown[], source: SourceContext): Reading;
}

/** Builds a format from its raw schema and a pure conversion; validation and its errors live here, once. */
export function defineFormat<Name extends string, Raw>(definition: {
  readonly name: Name;
  readonly title: string;
  readonly scope?: "record" | "folder";
  readonly raw: z.ZodType<Raw>;
  matches(record: unknown): boolean;
  toReading(raws: readonly [Raw, ...Raw[]], source: SourceContext): Reading;
}): TrajectoryFormat & { readonly name: Name } {
  const { name, title, scope = "record", raw, matches, toReading } = definition;
  return {
    name,
    title,
    scope,
    matches,
    read(records, source) {
      const [first, ...rest] = records.map((record) => parseRecord(name, raw, record));
      if (first === undefined) throw new MemopError("BAD_RECORD", `no ${name} record was given`);
      return wellFormedReading(toReading([first, ...rest], source));
    },
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
