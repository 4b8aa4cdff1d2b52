/** One line of a hunk. */
export interface HunkLine {
  /** `" "` context, `"+"` added, `"-"` removed. */
  readonly kind: " " | "+" | "-";
  /** The line without its mark and without its line end. */
  readonly text: string;
  /** 1-based line number before the change; null for an added line. */
  readonly oldLine: number | null;
  /** 1-based line number after the change; null for a removed line. */
  readonly newLine: number | null;
  /** True when the file ends right after this line, without a line end. */
  readonly endsWithoutNewline: boolean;
}

/** One block of changed lines with its context. Counts are those of `lines`, whatever the header claimed. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** Text after the second `@@`: mostly the nearest definition above the hunk. "" when there is none. */
  readonly section: string;
  readonly lines: readonly HunkLine[];
}

/**
 * What had to be mended to read a file's patch.
 *
 * `crlf-line-ends`: the diff itself has Windows line ends. `blank-context-lines`: empty context lines lost their leading
 * space. `hunk-counts`: a header's counts differ from its lines. `hunk-header`: a header without line numbers.
 * `missing-final-newline`: the text ends in the middle of a line.
 */
export type Mending =
  | "crlf-line-ends"
  | "blank-context-lines"
  | "hunk-counts"
  | "hunk-header"
  | "missing-final-newline";

/** What a diff does to one file. */
export interface FilePatch {
  /** Path before the change, relative to the repository's root; null for a created file. */
  readonly oldPath: string | null;
  /** Path after the change; null for a deleted file. */
  readonly newPath: string | null;
  readonly kind: "create" | "modify" | "delete" | "rename";
  /** True when the diff only says that binary content differs. */
  readonly binary: boolean;
  readonly hunks: readonly Hunk[];
  readonly mended: readonly Mending[];
}
