import type { Execution } from "../shell/execution.ts";
import type { ShellEdit, ShellEditor } from "../shell-editor.ts";
import { isBackupOf, movedFiles, targetsOf } from "./moved-files.ts";

/** `mv`. */
export const move: ShellEditor = {
  names: ["mv"],
  edits: (execution) => movedFiles(operandsOf(execution)),
};

/** `cp` and `install`: the copy is written; a copy of a backup over its original is a revert. */
export const copy: ShellEditor = {
  names: ["cp", "install"],
  edits(execution, run) {
    const isInstall = execution.argv[0] === "install";
    const words = operandsOf(execution, isInstall ? /^-[mogtS]$/ : /^-[tS]$/);
    // `install -d` makes folders.
    if (isInstall && execution.argv.includes("-d")) return [];
    return targetsOf(words).map(({ from, to }): ShellEdit => {
      if (isBackupOf(from, to)) return { path: to, kind: "revert" };
      return { path: to, kind: "create", newText: run.textOf(from, execution.directory) };
    });
  },
};

/** `rm`, `unlink`: those of the files that are named outright; of a folder those that the run has changed. */
export const remove: ShellEditor = {
  names: ["rm", "unlink"],
  edits({ argv }, run) {
    const paths = argv.slice(1).filter((path) => path !== null && !/^-./.test(path)) as readonly string[];
    return paths.flatMap((path): readonly ShellEdit[] => {
      const folder = `${path.replace(/^\.\//, "").replace(/\/+$/, "")}/`;
      const inside = run.changedPaths.filter((changed) => changed.startsWith(folder));
      return inside.length > 0 ? inside.map((each) => ({ path: each, kind: "delete" })) : [{ path, kind: "delete" }];
    });
  },
};

/** `touch`, where it makes a file: one that the run has not changed before. `truncate -s 0` empties one. */
export const touch: ShellEditor = {
  names: ["touch", "truncate"],
  edits({ argv }, run) {
    const [name, ...args] = argv;
    if (args.some((arg) => arg === null || /^-\w*c|^--no-create/.test(arg))) return [];
    const paths = (args as readonly string[]).filter(
      (arg, at) => !arg.startsWith("-") && !/^-[dtrs]$|^--(?:date|reference|size)$/.test(args[at - 1] ?? ""),
    );
    if (name === "touch")
      return paths
        .filter((path) => !run.changedPaths.includes(path))
        .map((path) => ({ path, kind: "create", newText: "", how: "touch" }));
    const isEmptied = args.some(
      (arg, at) => /^(?:-s|--size=?)0$/.test(arg ?? "") || (arg === "0" && args[at - 1] === "-s"),
    );
    return paths.map((path) => (isEmptied ? { path, kind: "create", newText: "" } : { path, kind: "modify" }));
  },
};

/** Words that are no options, and no values of the options that `valued` names. */
function operandsOf({ argv }: Execution, valued = /^$/): readonly string[] {
  const args = argv.slice(1);
  // An unknown word could be the target, so nothing is sure.
  if (args.some((arg) => arg === null)) return [];
  return (args as readonly string[]).filter(
    (arg, at) => !/^-./.test(arg) && !(at > 0 && valued.test(args[at - 1] ?? "")),
  );
}
