import { applyPatch } from "./editors/apply-patch.ts";
import { awk } from "./editors/awk.ts";
import { ed } from "./editors/ed.ts";
import { copy, move, remove, touch } from "./editors/files.ts";
import { git } from "./editors/git.ts";
import { outputEdits, tee } from "./editors/output.ts";
import { patch } from "./editors/patch.ts";
import { perl } from "./editors/perl.ts";
import { node, python } from "./editors/programs.ts";
import { sed } from "./editors/sed.ts";
import type { Execution } from "./shell/execution.ts";
import type { RunView, ShellEdit, ShellEditor } from "./shell-editor.ts";

/** Every program that is known to change files. */
export const shellEditors: readonly ShellEditor[] = [
  sed,
  perl,
  awk,
  python,
  node,
  patch,
  git,
  applyPatch,
  move,
  copy,
  remove,
  touch,
  tee,
  ed,
];

const editorOfName: ReadonlyMap<string, ShellEditor> = new Map(
  shellEditors.flatMap((editor) => editor.names.map((name) => [name, editor])),
);

/** What one command does to files: by what it is, and by where its output goes. */
export function editsOfExecution(execution: Execution, run: RunView): readonly ShellEdit[] {
  const editor = editorOfName.get(execution.argv[0] ?? "");
  const edits = editor === undefined ? [] : editor.edits(execution, run);
  // `git show HEAD:f > f` has said already what its output does.
  return editor === git ? edits : [...edits, ...outputEdits(execution)];
}
