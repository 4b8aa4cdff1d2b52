import { applyHunks } from "../../patch/apply-hunks.ts";
import { isTestPath } from "../../patch/is-test-path.ts";
import { parseUnifiedDiff } from "../../patch/parse-unified-diff.ts";
import { printUnifiedDiff } from "../../patch/print-unified-diff.ts";
import { runGit } from "../../repos/run-git.ts";
import { defaultBranch } from "./base-commit.ts";

/** The diff that was merged after a session, and how it was told; or why there is none. */
export type MergedFinding =
  | {
      readonly goldPatch: string;
      /** "" when the merged change touches no test. */
      readonly testPatch: string;
      readonly commit: string;
      readonly rule: "own-diff-of-commit" | "difference-to-base";
    }
  | {
      readonly goldPatch: null;
      readonly reason: "no-edits" | "no-end-time" | "no-default-branch" | "no-commit-in-window";
    };

/** What decides which later commit is the merged one. */
export interface MergeWindow {
  readonly base: string;
  /** Paths that the session edited, relative to the repository's root. */
  readonly edited: readonly string[];
  /** ISO 8601. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Days after the session's end in which the change must be merged. */
  readonly windowDays: number;
}

/**
 * What was merged after a session: the first commit on the default branch's own line (a merge, a squashed or a plain commit)
 * that is no ancestor of the base, was made between the session's start and `windowDays` after its end, and touches a file
 * that the session edited.
 *
 * Its diff against its first parent is the reference, when it can be applied to the base; else the difference between the
 * base and it, in the files that it touches. Tests are split off by their paths.
 */
export async function mergedDiff(folder: string, window: MergeWindow): Promise<MergedFinding> {
  const wanted = new Set(window.edited.filter((path) => !isTestPath(path)));
  if (wanted.size === 0) return { goldPatch: null, reason: "no-edits" };
  if (window.startedAt === null || window.endedAt === null) return { goldPatch: null, reason: "no-end-time" };
  const branch = await defaultBranch(folder);
  if (branch === null) return { goldPatch: null, reason: "no-default-branch" };
  const from = Math.floor(Date.parse(window.startedAt) / 1000);
  const to = Math.ceil(Date.parse(window.endedAt) / 1000) + window.windowDays * 86_400;
  const listed = await runGit(folder, [
    "log",
    "--first-parent",
    "--reverse",
    "--format=%H %ct %P",
    branch,
    `^${window.base}`,
    "--",
  ]);
  for (const line of (listed ?? "").split("\n")) {
    const [commit, time, parent] = line.split(" ");
    if (commit === undefined || parent === undefined || Number(time) < from || Number(time) > to) continue;
    const names = await runGit(folder, ["diff", "--name-only", "--no-renames", "-z", parent, commit]);
    const touched = (names ?? "").split("\0").filter(Boolean);
    if (!touched.some((path) => wanted.has(path))) continue;
    const own = await diff(folder, parent, commit, []);
    const fits = own !== "" && (await appliesTo(folder, window.base, own));
    const chosen = fits ? own : await diff(folder, window.base, commit, touched);
    return { ...split(chosen), commit, rule: fits ? "own-diff-of-commit" : "difference-to-base" };
  }
  return { goldPatch: null, reason: "no-commit-in-window" };
}

async function diff(folder: string, from: string, to: string, paths: readonly string[]): Promise<string> {
  const options = ["diff", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames", "--src-prefix=a/"];
  return (await runGit(folder, [...options, "--dst-prefix=b/", from, to, "--", ...paths])) ?? "";
}

async function appliesTo(folder: string, base: string, patch: string): Promise<boolean> {
  for (const { oldPath, hunks, binary } of parseUnifiedDiff(patch)) {
    if (oldPath === null || binary) continue;
    const text = await runGit(folder, ["show", `${base}:${oldPath}`]);
    if (text === null || applyHunks(text.split("\n"), hunks) === null) return false;
  }
  return true;
}

function split(patch: string): { readonly goldPatch: string; readonly testPatch: string } {
  const files = parseUnifiedDiff(patch);
  const isTest = ({ newPath, oldPath }: (typeof files)[number]) => isTestPath(newPath ?? oldPath ?? "");
  return {
    goldPatch: printUnifiedDiff(files.filter((file) => !isTest(file))),
    testPatch: printUnifiedDiff(files.filter(isTest)),
  };
}
