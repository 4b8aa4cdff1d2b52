import { existsSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Folders below `root` that may hold the git repository of `repo` (`owner/name`), the most telling name first:
 * `owner__name`, `owner/name`, `name`, each also bare as `….git`. A `repo` without an owner is looked up by its name alone.
 */
export function repositoryFolders(root: string, repo: string): readonly string[] {
  const parts = repo.split("/");
  if (parts.length > 2 || parts.some((part) => !/^[\w.-]+$/.test(part) || /^\.+$/.test(part))) return [];
  const [owner, name] = parts.length === 2 ? parts : [null, parts[0]];
  const names = owner === null ? [name] : [`${owner}__${name}`, `${owner}/${name}`, name];
  return names
    .flatMap((each) => [join(root, `${each}`), join(root, `${each}.git`)])
    .filter((folder) => isRepository(folder));
}

/** True for a checkout, a worktree and a bare repository. */
export function isRepository(folder: string): boolean {
  if (existsSync(join(folder, ".git"))) return true;
  return existsSync(join(folder, "HEAD")) && isFolder(join(folder, "objects")) && isFolder(join(folder, "refs"));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
