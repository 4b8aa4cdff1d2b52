import { unitOf } from "./source-position.ts";

/** Where a row of `trajectories` lies now, in the order in which it shall lie. */
export interface PlacedRow {
  readonly file: string;
  /** 0-based row number in that file. */
  readonly rowNumber: number;
  readonly unit: string;
  readonly bytes: number;
  /** True when a column changes, so that the row must be written again. */
  readonly changes: boolean;
}

/** One part to be: either a file that already holds exactly its rows, or rows to write. */
export interface PlannedPart {
  readonly rows: readonly PlacedRow[];
  /** The file that can stand as it is; null when the part must be written. */
  readonly asIs: string | null;
}

/**
 * Cuts rows into parts: a part ends at the first unit boundary at or after `partBytes` of trajectory text.
 *
 * The cut depends on the rows and their order alone, so every way to bring the same rows together gives the same parts.
 */
export function* planParts(
  rows: Iterable<PlacedRow>,
  rowsInFile: ReadonlyMap<string, number>,
  partBytes: number,
): Generator<PlannedPart> {
  let part: PlacedRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const last = part[part.length - 1];
    if (last !== undefined && last.unit !== row.unit && bytes >= partBytes) {
      yield { rows: part, asIs: fileAsIs(part, rowsInFile) };
      part = [];
      bytes = 0;
    }
    part.push(row);
    bytes += row.bytes;
  }
  if (part.length > 0) yield { rows: part, asIs: fileAsIs(part, rowsInFile) };
}

/** Makes the unit's name from the columns of a row. */
export function unitOfColumns(sourceFile: string, condition: string, run: string | null, sourceByte: number): string {
  return unitOf({ sourceFile, condition, run, sourceByte });
}

function fileAsIs(part: readonly PlacedRow[], rowsInFile: ReadonlyMap<string, number>): string | null {
  const file = part[0]?.file ?? "";
  if (rowsInFile.get(file) !== part.length) return null;
  return part.every((row, at) => row.file === file && row.rowNumber === at && !row.changes) ? file : null;
}
