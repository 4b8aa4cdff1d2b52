import { type Entry, peek } from "@memop/core";
import type { Scope, TrajectoryFormat } from "../format.ts";
import { formats } from "../formats/index.ts";
import type { LabelledInput, ReadOptions } from "./read-inputs.ts";
import { isInShard } from "./shard.ts";
import { BLOCK_BYTES, blockOf, folderOf, type SourcePosition, unitOf } from "./source-position.ts";

/** Which records of one file a call reads, as far as its shard and what it has done already say. */
export interface Wanted {
  /** False for a record that need not be parsed. */
  wants(sourceByte: number): boolean;
  /** True for what stands in this block of the file, whatever its scope. */
  isMine(block: number): boolean;
  readonly isMineAsFolder: boolean;
  /** Null until a record was recognised. */
  scope(): Scope | null;
  /** Told of the scope of each recognised record: the first decides for the file (see file-scope.ts). */
  sawScope(scope: Scope, block: number): void;
  /** True when the file is a unit of this call that is still to be made. */
  isOpenFile(): boolean;
}

/** Text at a file's start that tells whether it could hold members of groups. */
const HEAD_BYTES = 16 * 1024;

/** Says what of an entry is wanted. The entry that comes with it must be read instead: its start may have been looked at. */
export async function wantedOf(
  opened: Entry,
  at: SourcePosition,
  input: LabelledInput,
  options: ReadOptions,
): Promise<{ readonly wanted: Wanted; readonly entry: Entry }> {
  const isMineAsFolder = isInShard(folderOf(opened.source), options.shard);
  const isOwn = isInShard(opened.source, options.shard);
  // The parts of a large file may belong to other shards than its start.
  const isMine = (block: number): boolean =>
    block === 0 ? isOwn : isInShard(`${opened.source}@${block}`, options.shard);
  const isDone = (block: number): boolean => options.isDone(unitOf({ ...at, sourceByte: block * BLOCK_BYTES }));
  const isStartSkipped = (!isOwn && !isMineAsFolder) || isDone(0);
  const looked =
    isStartSkipped && input.scope === undefined
      ? await lookedInto(opened, options.format)
      : { mayJoin: false, entry: opened };
  let scope: Scope | null = input.scope ?? null;
  const answers = new Map<number, boolean>();
  const wantsBlock = (block: number): boolean => (isMine(block) || (block === 0 && isMineAsFolder)) && !isDone(block);
  const wanted: Wanted = {
    wants(sourceByte) {
      const block = blockOf(sourceByte);
      if (scope === "group") return true;
      if (scope === "folder" && isMineAsFolder) return true;
      if (scope === "file") return wanted.isOpenFile();
      if (scope === null && block === 0 && looked.mayJoin) return true;
      const known = answers.get(block);
      if (known !== undefined) return known;
      const answer = wantsBlock(block);
      answers.set(block, answer);
      return answer;
    },
    isMine,
    isMineAsFolder,
    scope: () => scope,
    sawScope(seen, block) {
      scope ??= block === 0 ? seen : "record";
    },
    isOpenFile: () => isOwn && !isDone(0),
  };
  return { wanted, entry: looked.entry };
}

/** Whether an entry could hold members: only then must it be read although its own rows are not wanted. */
async function lookedInto(
  entry: Entry,
  only: TrajectoryFormat | null,
): Promise<{ readonly mayJoin: boolean; readonly entry: Entry }> {
  const { head, bytes } = await peek(entry.bytes, HEAD_BYTES);
  const text = head.toString("utf8");
  const mayJoin = (only === null ? formats : [only]).some(
    (format) => format.scope !== "record" && format.couldHold(text, entry.source),
  );
  return { mayJoin, entry: { ...entry, bytes } };
}
