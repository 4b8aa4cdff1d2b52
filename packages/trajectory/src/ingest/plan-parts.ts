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

/** True when a unit with this much trajectory text is a part of its own: whoever reads it can then write it alone. */
export function isLargeUnit(bytes: number, partBytes: number): boolean {
  return bytes >= partBytes / 2;
}

/**
 * Cuts rows into parts: a large unit is a part of its own; of small units a part ends at the first unit boundary at or after
 * `partBytes` of trajectory text, or before a large unit.
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
  for (const unit of unitsOf(rows)) {
    const unitBytes = unit.reduce((sum, row) => sum + row.bytes, 0);
    const isLarge = isLargeUnit(unitBytes, partBytes);
    if (part.length > 0 && (bytes >= partBytes || isLarge)) {
      yield { rows: part, asIs: fileAsIs(part, rowsInFile) };
      part = [];
      bytes = 0;
    }
    for (const row of unit) part.push(row);
    // What follows a large unit begins a new part.
    bytes += isLarge ? Math.max(unitBytes, partBytes) : unitBytes;
  }
  if (part.length > 0) yield { rows: part, asIs: fileAsIs(part, rowsInFile) };
}

function* unitsOf(rows: Iterable<PlacedRow>): Generator<readonly PlacedRow[]> {
  let unit: PlacedRow[] = [];
  for (const row of rows) {
    if (unit.length > 0 && unit[0]?.unit !== row.unit) {
      yield unit;
      unit = [];
    }
    unit.push(row);
  }
  if (unit.length > 0) yield unit;
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
