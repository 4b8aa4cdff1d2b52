import { MemopError } from "@memop/core";
import { formatNamed } from "../formats/index.ts";
import type { WrittenUnit } from "./parallel/written-units.ts";
import type { FolderMember, ReadItem, StagedRow } from "./read-inputs.ts";
import { isDataError, refused, rowsOfReadings } from "./read-record.ts";

/**
 * Puts the members of a folder together to trajectories, one for each folder and format, and passes other rows on.
 *
 * Items must come in the order of their sources: a folder is complete when something from outside it follows. The
 * trajectory stands under its last member; the others are listed as `superseded`.
 */
export async function* joinFolders<Item extends ReadItem | WrittenUnit>(
  items: AsyncIterable<Item>,
): AsyncGenerator<Exclude<Item, FolderMember> | StagedRow> {
  let members: FolderMember[] = [];
  for await (const item of items) {
    const [first] = members;
    const isOutside = first !== undefined && !isInside(item.at.sourceFile, first.folder);
    const isOther = item.table === "members" && (item.folder !== first?.folder || item.format !== first.format);
    if (first !== undefined && (isOutside || isOther)) {
      yield* rowsOfFolder(members);
      members = [];
    }
    if (item.table === "members") members.push(item);
    else yield item as Exclude<Item, FolderMember>;
  }
  yield* rowsOfFolder(members);
}

/** True for a file in the folder or below it, or in the archive; all are inside the folder of the call, which is "". */
function isInside(sourceFile: string, folder: string): boolean {
  return folder === "" || sourceFile.startsWith(`${folder}/`) || sourceFile.startsWith(`${folder}#`);
}

function rowsOfFolder(members: readonly FolderMember[]): StagedRow[] {
  const last = members[members.length - 1];
  if (last === undefined) return [];
  const values = members.map((member) => member.value);
  try {
    const paths = members.map((member) => member.at.sourceFile);
    const readings = formatNamed(last.format).readAll(values, { path: last.at.sourceFile, paths });
    const message = `part of the trajectory that stands under ${last.at.sourceFile}`;
    const earlier = members.slice(0, -1).map((member) => refused(member.at, "superseded", message, 0));
    return [...earlier, ...rowsOfReadings(readings, last.format, last.at)];
  } catch (error) {
    if (!(error instanceof MemopError) && !isDataError(error)) throw error;
    return members.map((member) => refused(member.at, "bad-record", (error as Error).message, 0));
  }
}
