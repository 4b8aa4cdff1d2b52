import type { Edit } from "../edit.ts";
import type { Execution } from "./shell/execution.ts";

/** Where in its file a command makes its change, as far as it says so. */
export interface EditPlace {
  /** Numbers of the lines that are changed, 1-based, as they were before; absent when the command does not tell. */
  readonly lines?: { readonly from: number; readonly to: number };
  /** Plain text that the changed lines hold; absent when the command does not tell. */
  readonly near?: string;
  /**
   * What is done with those lines, or at the end of the file; absent when old text gives way to new text. `before` and
   * `after` put lines in beside them, `last-line` one at the end of the file. `touch` makes an empty file where there is none, `unstash` brings back what `git stash`
   * took away.
   */
  readonly how?: "replace" | "remove" | "before" | "after" | "at-end" | "last-line" | "touch" | "unstash";
  /** True when only the first such text of each line is meant. */
  readonly isOncePerLine?: boolean;
  /** True when the old text stands at the beginning or the end of its line, so that not every such text is meant. */
  readonly isAnchored?: boolean;
}

/** What a command would do to one file, if it works. Paths are as written in the command. */
export interface ShellEdit extends Pick<Edit, "path" | "kind">, EditPlace {
  readonly oldPath?: string;
  readonly oldText?: string | null;
  readonly newText?: string | null;
  /** Functions that the command itself names, as a patch's headers do. */
  readonly functions?: readonly string[];
}

/** What is known of the run so far. */
export interface RunView {
  /** Whole text of a file that the run itself wrote; null when it is not known. */
  textOf(path: string, directory: string): string | null;
  /** Files of the repository that the run has changed so far, in order. */
  readonly changedPaths: readonly string[];
}

/** Tells which files one kind of command changes. An editor is a value. */
export interface ShellEditor {
  /** Names of the programs that it knows, without their folders. */
  readonly names: readonly string[];
  edits(execution: Execution, run: RunView): readonly ShellEdit[];
}
