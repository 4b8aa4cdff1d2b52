import type { Execution } from "../shell/execution.ts";
import type { RunView, ShellEdit, ShellEditor } from "../shell-editor.ts";
import { movedFiles } from "./moved-files.ts";
import { patchEdits } from "./patch-edits.ts";

/** `git apply`, `am`, `checkout`, `restore`, `reset`, `stash`, `mv`, `rm`, and `git show X:file > file`. */
export const git: ShellEditor = {
  names: ["git"],
  edits(execution, run) {
    const words = execution.argv.slice(1).filter((arg) => arg !== null);
    let at = 0;
    while (words[at]?.startsWith("-") === true) at += /^-[Cc]$/.test(words[at] as string) ? 2 : 1;
    const [command = "", ...args] = words.slice(at);
    const options = args.filter((arg) => arg.startsWith("-"));
    const operands = args.filter((arg) => !arg.startsWith("-"));
    switch (command) {
      case "apply":
      case "am":
        return applied(options, operands, execution, run);
      case "checkout":
        if (options.some((option) => /^-[bB]|^--orphan|^--track/.test(option))) return [];
        return reverted(
          args.length > 0 && args.every((arg) => /^(?:-f|--force)$/.test(arg)) ? ["."] : checkedOut(args),
          run,
        );
      case "restore":
        return options.includes("--staged") && !options.includes("--worktree") ? [] : reverted(operands, run);
      case "stash":
        return stashed(args, run);
      case "revert":
        return reverted(["."], run);
      case "reset":
        return options.includes("--hard") ? reverted(["."], run) : [];
      case "mv":
        return movedFiles(operands);
      case "rm":
        return options.includes("--cached") ? [] : operands.map((path) => ({ path, kind: "delete" }));
      case "show":
      case "cat-file":
        return execution.outputs.map(({ path }) => ({ path, kind: "revert" }));
      default:
        return [];
    }
  },
};

/** `git stash` takes all changes away, or those of the files after `push --`; `pop` and `apply` bring them back. */
function stashed(args: readonly string[], run: RunView): readonly ShellEdit[] {
  const [command = "push", ...rest] = args[0]?.startsWith("-") === true ? ["push", ...args] : args;
  if (command === "pop" || command === "apply")
    return run.changedPaths.map((path) => ({ path, kind: "modify", how: "unstash" }));
  if (command !== "push" && command !== "save") return [];
  const paths =
    command === "push"
      ? rest.filter((arg, at) => !arg.startsWith("-") && !/^-m$|^--message$/.test(rest[at - 1] ?? ""))
      : [];
  return reverted(paths.length > 0 ? paths : ["."], run);
}

function applied(
  options: readonly string[],
  operands: readonly string[],
  execution: Execution,
  run: RunView,
): readonly ShellEdit[] {
  if (options.some((option) => /^--(?:check|stat|numstat|summary)$/.test(option))) return [];
  const files = operands.filter((path) => path !== "-");
  const texts =
    files.length > 0
      ? files.map((path) => run.textOf(path, execution.directory))
      : [
          execution.stdin ??
            (execution.stdinPath === null ? null : run.textOf(execution.stdinPath, execution.directory)),
        ];
  const edits = texts.flatMap((text) => (text === null ? [] : patchEdits(text)));
  return options.some((option) => option === "-R" || option === "--reverse")
    ? edits.map(({ path }) => ({ path, kind: "revert" }))
    : edits;
}

/** Paths after `--`; without it, arguments that look like paths rather than branches. */
function checkedOut(args: readonly string[]): readonly string[] {
  const dashes = args.indexOf("--");
  if (dashes !== -1) return args.slice(dashes + 1);
  return args.filter(
    (arg) =>
      !arg.startsWith("-") &&
      (arg === "." || /\.\w+$/.test(arg)) &&
      !/^HEAD|^[0-9a-f]{7,40}$|^v?\d+(\.\d+)+$/.test(arg),
  );
}

/** A folder stands for every file below it that the run has changed. */
function reverted(paths: readonly string[], run: RunView): readonly ShellEdit[] {
  return paths.flatMap((path): readonly ShellEdit[] => {
    const isFolder = /(^|\/)\.?$/.test(path) || !/\.\w+$/.test(path);
    if (!isFolder) return [{ path, kind: "revert" }];
    const folder = path.replace(/\/?\.?$/, "").replace(/^\.\//, "");
    return run.changedPaths
      .filter((changed) => folder === "" || changed.startsWith(`${folder}/`) || changed === folder)
      .map((changed) => ({ path: changed, kind: "revert" }));
  });
}
