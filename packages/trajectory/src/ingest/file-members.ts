import { MemopError } from "@memop/core";
import type { TrajectoryFormat } from "../format.ts";
import type { StagedRow } from "./read-inputs.ts";
import { isDataError, refused, rowsOfReadings } from "./read-record.ts";
import type { SourcePosition } from "./source-position.ts";

/** The records of one file that make a trajectory together. */
export interface FileMembers {
  /** Adds a record that stands at `where`. */
  add(format: TrajectoryFormat, value: unknown, where: SourcePosition): void;
  /**
   * Another row of the file, moved to where the unit stands once it has begun: all rows of such a file are one unit, so that
   * an interrupted call finds it whole or not at all. Among themselves they keep their order.
   */
  placed(row: StagedRow): StagedRow;
  /** At the file's end: the rows of what it holds; none when it has no member. */
  rows(): StagedRow[];
}

/** Collects the members of the file at `at`. */
export function fileMembers(at: SourcePosition): FileMembers {
  const values: unknown[] = [];
  let format: TrajectoryFormat | null = null;
  let start = 0;
  let moved = 0;
  return {
    add(of, value, where) {
      if (format === null) start = where.sourceByte;
      format ??= of;
      values.push(value);
    },
    placed(staged) {
      if (format === null) return staged;
      moved += 1;
      return {
        ...staged,
        at: { ...staged.at, sourceByte: start },
        row: {
          ...staged.row,
          source_byte: start,
          ...(staged.table === "records" ? { ordinal: BEHIND_OWN + moved } : {}),
        },
      };
    },
    rows() {
      if (format === null) return [];
      const place = { ...at, sourceByte: start };
      try {
        return rowsOfReadings(format.readAll(values, { path: at.sourceFile }), format.name, place);
      } catch (error) {
        if (!(error instanceof MemopError) && !isDataError(error)) throw error;
        return [refused(place, "bad-record", (error as Error).message, start)];
      }
    },
  };
}

/** Ordinals of other rows of the file begin behind those that the trajectories give. */
const BEHIND_OWN = 1000;
