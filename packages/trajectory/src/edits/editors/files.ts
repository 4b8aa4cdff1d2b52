import type { Execution } from "../shell/execution.ts";
import type { ShellEdit, ShellEditor } from "../shell-editor.ts";
import { isBackupOf, movedFiles, targetsOf } from "./moved-files.ts";

/** `mv`. */
export const move: ShellEditor = {
  names: ["mv"],
  edits: (execution) => movedFiles(operandsOf(execution)),
};

/** `cp`: the copy is written; a copy of a backup over its original is a revert. */
export const copy: ShellEditor = {
  names: ["cp"],
  edits(execution, run) {
    return targetsOf(operandsOf(execution)).map(({ from, to }): ShellEdit => {
      if (isBackupOf(from, to)) return { path: to, kind: "revert" };
      return { path: to, kind: "create", newText: run.textOf(from, execution.directory) };
    });
  },
};

/** `rm`, `unlink`: those of the files that are named outright. */
export const remove: ShellEditor = {
  names: ["rm", "unlink"],
  edits: ({ argv }) =>
    argv.slice(1).flatMap((path) => (path === null || /^-./.test(path) ? [] : [{ path, kind: "delete" }])),
};

function operandsOf({ argv }: Execution): readonly string[] {
  const args = argv.slice(1);
  // An unknown word could be the target, so nothing is sure.
  if (args.some((arg) => arg === null)) return [];
  return (args as readonly string[]).filter((arg) => !/^-./.test(arg));
}
