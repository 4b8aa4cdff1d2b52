import { MemopError } from "@memop/core";
import { formatNamed } from "../formats/index.ts";
import { type GroupStore, openGroupStore, type StoredGroup } from "./group-store.ts";
import type { WrittenUnit } from "./parallel/written-units.ts";
import type { GroupMember, StagedRow } from "./read-inputs.ts";
import { isDataError, refused, rowsOfReadings } from "./read-record.ts";
import { unitOf } from "./source-position.ts";

/** Where members wait, and which joined units need not be made again. */
export interface GroupOptions {
  /** A folder of its own, made when the first member comes and removed at the end. */
  readonly folder: string;
  isDone(unit: string): boolean;
  /** Told the file of each member. */
  sawMember?(sourceFile: string): void;
}

/**
 * Passes rows on, and puts the members of groups together to trajectories once all items have come.
 *
 * The trajectories of a group stand where its first member stands, in the order of these places; so does the refusal of a
 * group that cannot be read.
 */
export async function* joinGroups<Item extends StagedRow | GroupMember | WrittenUnit>(
  items: AsyncIterable<Item>,
  { folder, isDone, sawMember }: GroupOptions,
): AsyncGenerator<Exclude<Item, GroupMember> | StagedRow> {
  let store: GroupStore | null = null;
  try {
    for await (const item of items) {
      if (item.table !== "group-members") {
        yield item as Exclude<Item, GroupMember>;
        continue;
      }
      store ??= await openGroupStore(folder);
      sawMember?.(item.at.sourceFile);
      await store.add(item);
    }
    if (store === null) return;
    for await (const group of store.groups()) {
      const [first] = group.members;
      if (first !== undefined && !isDone(unitOf(first.at))) yield* rowsOfGroup(group);
    }
  } finally {
    await store?.close();
  }
}

function rowsOfGroup({ format, members }: StoredGroup): StagedRow[] {
  const [first] = members;
  if (first === undefined) return [];
  const paths = members.map(({ at }) => at.sourceFile);
  const values = members.map(({ value }) => value);
  try {
    const readings = formatNamed(format).readAll(values, { path: first.at.sourceFile, paths });
    return rowsOfReadings(readings, format, first.at);
  } catch (error) {
    if (!(error instanceof MemopError) && !isDataError(error)) throw error;
    // Under the first member's place, so that the unit stays in one piece.
    const { message } = error as Error;
    const others = new Set(paths).size - 1;
    const more = others === 0 ? "" : ` (with members in ${others} more files)`;
    return [refused(first.at, "bad-record", `${message}${more}`, first.at.sourceByte)];
  }
}
