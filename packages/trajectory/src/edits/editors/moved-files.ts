import type { ShellEdit } from "../shell-editor.ts";

/** Where each file of `mv a b`, `mv a b dir/` ends up; the last operand is the target. */
export function targetsOf(operands: readonly string[]): readonly { readonly from: string; readonly to: string }[] {
  const target = operands.at(-1);
  const sources = operands.slice(0, -1);
  if (target === undefined || sources.length === 0) return [];
  const isFolder = sources.length > 1 || /\/$|^\.{1,2}$/.test(target);
  return sources.map((from) => ({
    from,
    to: isFolder ? `${target.replace(/\/$/, "")}/${from.replace(/\/$/, "").split("/").at(-1)}` : target,
  }));
}

/** `mv` and `git mv`: each source is renamed. A backup put back in its place is a revert. */
export function movedFiles(operands: readonly string[]): readonly ShellEdit[] {
  return targetsOf(operands).map(({ from, to }) =>
    isBackupOf(from, to) ? { path: to, kind: "revert" } : { path: to, kind: "rename", oldPath: from },
  );
}

/** True for `a.py.bak` and `a.py`, `/tmp/a.py` and `pkg/a.py` excluded: only a suffix makes a backup. */
export function isBackupOf(backup: string, path: string): boolean {
  return (
    backup !== path &&
    /^[.~_-]?(?:bak|backup|orig|original|old|save|~)\d*$/i.test(
      backup.startsWith(path) ? backup.slice(path.length) : "",
    )
  );
}
