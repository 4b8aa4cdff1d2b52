/** The names on the way to a source, outermost first; an archive's name is one of them. `runs/a.tar#x/b.traj` has four. */
export function sourceNames(path: string): readonly string[] {
  return path.split(/[/#]/).filter((name) => name !== "" && name !== ".");
}

/** A file's name without the given endings, the longest first: `a.traj` → `a`. */
export function withoutEnding(name: string, endings: readonly string[]): string {
  const ending = endings.find((each) => name.endsWith(each) && name.length > each.length);
  return ending === undefined ? name : name.slice(0, -ending.length);
}

/** True for a SWE-bench-like instance id: `org__repo-12`, SWE-smith's `org__repo.commit.kind` and its kin. */
export function looksLikeTaskId(name: string): boolean {
  return /^[A-Za-z0-9][\w.-]*?__[A-Za-z0-9][\w.-]*[-.][\w-]+$/.test(name);
}

/**
 * The task that a JSON file is named after, or the folder that it lies in: `<task>.json`, `<task>/trajectory.json`; null when
 * neither is an instance id. `prefix` is taken off the file's name first.
 */
export function taskIdInNames(path: string, prefix = ""): string | null {
  const names = sourceNames(path);
  const file = withoutEnding(names.at(-1) ?? "", [".json"]);
  const bare = file.startsWith(prefix) ? file.slice(prefix.length) : file;
  return [bare, names.at(-2) ?? ""].find(looksLikeTaskId) ?? null;
}
