import { sha256Hex } from "@memop/core";
import { openPartWriter, type StagedPart } from "../part-writer.ts";
import { isLargeUnit } from "../plan-parts.ts";
import type { ReadItem, StagedRow } from "../read-inputs.ts";
import { type SourcePosition, unitOf } from "../source-position.ts";

/** A unit whose rows lie in part files already. */
export interface WrittenUnit {
  readonly table: "unit";
  /** Where its first row stands. */
  readonly at: SourcePosition;
  readonly part: StagedPart;
  /** Number of its rows. */
  readonly rows: number;
}

/** Where units are written, and how much trajectory text closes a part there. Plain data: it is sent to threads. */
export interface UnitFolder {
  readonly folder: string;
  readonly partBytes: number;
}

/**
 * Passes items on in their order; a large unit that consists of rows alone is written into `target` instead, and passed on as
 * one item. Holds the items of one unit, up to twice the size of a part.
 */
export async function* withWrittenUnits(
  items: AsyncIterable<ReadItem> | Iterable<ReadItem>,
  { folder, partBytes }: UnitFolder,
): AsyncGenerator<ReadItem | WrittenUnit> {
  let held: ReadItem[] = [];
  let heldBytes = 0;
  let trajectoryBytes = 0;
  let unit = "";
  let isTooLarge = false;
  let written = 0;
  const heldItems = async (): Promise<readonly (ReadItem | WrittenUnit)[]> => {
    const all = held;
    const isWhole = !isTooLarge && isLargeUnit(trajectoryBytes, partBytes);
    held = [];
    heldBytes = 0;
    trajectoryBytes = 0;
    if (!isWhole || !areRows(all)) return all;
    written += 1;
    // One archive may hold two members of one name.
    const name = `${sha256Hex(unit).slice(0, 16)}-${written}`;
    return [await writtenUnit(all, unit, folder, name)];
  };
  for await (const item of items) {
    const itsUnit = unitOf(item.at);
    if (itsUnit !== unit) {
      yield* await heldItems();
      unit = itsUnit;
      isTooLarge = false;
    }
    held.push(item);
    heldBytes += bytesOf(item);
    if (item.table === "trajectories") trajectoryBytes += bytesOf(item);
    if (isTooLarge || heldBytes > 2 * partBytes) {
      isTooLarge = true;
      yield* await heldItems();
    }
  }
  yield* await heldItems();
}

/** About the memory that an item takes. */
export function bytesOf(item: ReadItem): number {
  if (item.table === "trajectories") return Number(item.row.trajectory_bytes);
  if (item.table === "group-members") return item.json.length;
  return item.table === "records" ? String(item.row.payload_json).length : 1000;
}

function areRows(items: readonly ReadItem[]): items is readonly StagedRow[] {
  return items.every(({ table }) => table === "trajectories" || table === "records");
}

async function writtenUnit(
  rows: readonly StagedRow[],
  unit: string,
  folder: string,
  name: string,
): Promise<WrittenUnit> {
  const writer = await openPartWriter();
  try {
    for (const row of rows) writer.add(row);
    const part = await writer.write(folder, name, [unit]);
    return { table: "unit", at: (rows[0] as StagedRow).at, part, rows: rows.length };
  } finally {
    writer.close();
  }
}
