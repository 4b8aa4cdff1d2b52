import type { Row } from "@memop/core";

/** Where a written row stands. */
export interface RowPlace {
  /** File name inside the dataset's folder. */
  readonly file: string;
  /** 0-based position in that file. */
  readonly row: number;
}

/** Writes the rows of one split into one or more files. */
export interface SplitWriter {
  write(row: Row): Promise<RowPlace>;
  /** Flushes everything to disk; nothing can be written afterwards. */
  close(): Promise<void>;
}

/** One file format for rows. Knows neither recipes nor trainers. */
export interface Writer {
  /** As typed after `--writer`. */
  readonly name: string;
  /** Glob of the files of a split, for the dataset card. */
  filesOf(split: string): string;
  /** Opens a split, of which a row is about to be written, inside an existing folder. `columns` are DuckDB types; every row has exactly those columns. */
  open(folder: string, split: string, columns: Readonly<Record<string, string>>): Promise<SplitWriter>;
}
