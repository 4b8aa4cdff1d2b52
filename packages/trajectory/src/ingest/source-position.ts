/** Where a record stands: the columns by which rows of all sources are ordered. */
export interface SourcePosition {
  /** `sourceFile`, with `:line` for JSONL, `:row` for Parquet, `[n]` for an element of a JSON array. */
  readonly source: string;
  readonly sourceFile: string;
  /** Byte offset of the record in the (decompressed) file; the row number in a Parquet file. */
  readonly sourceByte: number;
  readonly condition: string;
  readonly run: string | null;
  /** True for rows made of records of several places, at the end of a call: they are no part of their source's unit. */
  readonly isJoined?: boolean;
}

/** Bytes of a large file, or rows of a Parquet file, that always stay together: the smallest share of a shard. */
export const BLOCK_BYTES = 32 * 1024 * 1024;

/** Number of the block that a position lies in. */
export function blockOf(sourceByte: number): number {
  return Math.floor(sourceByte / BLOCK_BYTES);
}

/** Folder part of a source name; an archive is a folder: `runs/a.traj` → `runs`, `run.tgz#x/a.traj` → `run.tgz#x`. */
export function folderOf(sourceFile: string): string {
  const slash = sourceFile.lastIndexOf("/");
  const hash = sourceFile.indexOf("#");
  if (hash > slash) return sourceFile.slice(0, hash);
  return slash === -1 ? "" : sourceFile.slice(0, slash);
}

/** Name of the smallest set of rows that always lie in one part: a file or archive member, or a block of a large file. */
export function unitOf(at: Omit<SourcePosition, "source">): string {
  const place = [at.sourceFile, at.condition, at.run, blockOf(at.sourceByte)];
  return JSON.stringify(at.isJoined === true ? [...place, "joined"] : place);
}
