import { statSync } from "node:fs";
import { MemopError } from "@memop/core";
import { type GitObjects, openGitObjects } from "./git-objects.ts";
import { repositoryFolders } from "./repository-folders.ts";

/**
 * Why a file at a commit could not be read.
 *
 * `no-repo`, `no-base-commit`: the task does not name them. `no-repository`: no folder of that name is a git repository, or
 * git refuses to read it. `no-commit`, `no-file`: the repository has none. `no-text`: it is binary, a folder or a submodule.
 */
export type MissingSource = "no-repo" | "no-base-commit" | "no-repository" | "no-commit" | "no-file" | "no-text";

/** Text of a file at a commit, or why there is none. */
export type SourceText =
  | { readonly text: string; readonly missing: null }
  | { readonly text: null; readonly missing: MissingSource };

/** A task's repository and the commit that its runs began from. */
export interface BaseCommit {
  /** `owner/name`. */
  readonly repo: string | null;
  readonly baseCommit: string | null;
}

/** Git repositories below one folder, read at commits without checking anything out. */
export interface Repositories {
  readonly folder: string;
  /** The text of a file as it is at a task's base commit. `path` is relative to the repository's root. */
  read(base: BaseCommit, path: string): Promise<SourceText>;
  /** Ends the git processes. */
  close(): void;
}

/** Texts that are kept, so that many runs of one task ask git once. */
const maxKept = 2000;

/** Opens the repositories below `folder` (see `repositoryFolders`). Throws `NOT_FOUND` when there is no such folder. */
export function openRepositories(folder: string): Repositories {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new MemopError("NOT_FOUND", `${folder} is no folder`, {
      hint: "--repos takes a folder that holds git repositories: owner__name, owner/name or name",
    });
  }
  const open = new Map<string, GitObjects>();
  const kept = new Map<string, Promise<SourceText>>();
  const objectsOf = (path: string): GitObjects => {
    const objects = open.get(path) ?? openGitObjects(path);
    open.set(path, objects);
    return objects;
  };
  return {
    folder,
    read(base, path) {
      const key = JSON.stringify([base.repo, base.baseCommit, path]);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const [oldest] = kept.keys();
      if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
      const reading = readSource(folder, base, path, objectsOf);
      kept.set(key, reading);
      return reading;
    },
    close() {
      for (const objects of open.values()) objects.close();
      open.clear();
    },
  };
}

async function readSource(
  root: string,
  { repo, baseCommit }: BaseCommit,
  path: string,
  objectsOf: (folder: string) => GitObjects,
): Promise<SourceText> {
  if (repo === null) return none("no-repo");
  if (baseCommit === null) return none("no-base-commit");
  let missing: MissingSource = "no-repository";
  for (const folder of repositoryFolders(root, repo)) {
    try {
      const objects = objectsOf(folder);
      const found = await objects.read(`${baseCommit}:${path}`);
      if (found !== null) return textOf(found);
      if ((await objects.read(`${baseCommit}^{commit}`)) !== null) return none("no-file");
      missing = "no-commit";
    } catch {
      // Git refuses this folder (damaged, owned by somebody else): another one may have the commit.
    }
  }
  return none(missing);
}

function none(missing: MissingSource): SourceText {
  return { text: null, missing };
}

function textOf({ type, bytes }: { readonly type: string; readonly bytes: Buffer }): SourceText {
  if (type !== "blob" || bytes.includes(0)) return none("no-text");
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), missing: null };
  } catch {
    return { text: bytes.toString("latin1"), missing: null };
  }
}
