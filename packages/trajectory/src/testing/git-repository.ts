import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a commit changes: texts of files by path, null for a file that it deletes. */
export type FileChanges = Readonly<Record<string, string | null>>;

/** A small real git repository for a test. */
export interface GitRepository {
  readonly folder: string;
  /** Runs git in it, and returns what it prints, without the last line end. */
  git(...args: readonly string[]): string;
  /** Commits the changes at a time (ISO 8601), and returns the commit's hash. */
  commit(changes: FileChanges, at?: string, message?: string): string;
  /** Makes a merge commit of a tree with the given parents at a time, checks it out, and returns its hash. */
  mergeCommit(tree: string, parents: readonly string[], at: string): string;
}

/** Makes an empty repository with the branch `main`. It looks at no configuration of the machine. */
export function makeGitRepository(folder: string): GitRepository {
  mkdirSync(folder, { recursive: true });
  const identity = { NAME: "Test", EMAIL: "test@example.org" };
  const run = (args: readonly string[], at = "2024-01-01T00:00:00Z"): string =>
    execFileSync("git", ["-C", folder, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_AUTHOR_NAME: identity.NAME,
        GIT_AUTHOR_EMAIL: identity.EMAIL,
        GIT_COMMITTER_NAME: identity.NAME,
        GIT_COMMITTER_EMAIL: identity.EMAIL,
        GIT_AUTHOR_DATE: at,
        GIT_COMMITTER_DATE: at,
      },
    }).replace(/\n$/, "");
  run(["init", "--quiet", "--initial-branch=main"]);
  return {
    folder,
    git: (...args) => run(args),
    mergeCommit(tree, parents, at) {
      const hash = run(["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-m", "merge"], at);
      run(["reset", "--quiet", "--hard", hash]);
      return hash;
    },
    commit(changes, at, message = "change") {
      for (const [path, text] of Object.entries(changes)) {
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        if (text === null) rmSync(file);
        else writeFileSync(file, text);
      }
      run(["add", "--all"], at);
      run(["commit", "--quiet", "--allow-empty", "-m", message], at);
      return run(["rev-parse", "HEAD"]);
    },
  };
}
