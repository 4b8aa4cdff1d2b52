import type { Edit } from "../edit.ts";
import type { Execution } from "./shell/execution.ts";

/** What a command would do to one file, if it works. Paths are as written in the command. */
export interface ShellEdit extends Pick<Edit, "path" | "kind"> {
  readonly oldPath?: string;
  readonly oldText?: string | null;
  readonly newText?: string | null;
  /** Numbers of the lines that are changed, 1-based, as they were before; absent when the command does not tell. */
  readonly lines?: { readonly from: number; readonly to: number };
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
