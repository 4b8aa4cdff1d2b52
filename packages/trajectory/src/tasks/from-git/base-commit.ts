import { runGit } from "../../repos/run-git.ts";
import type { SessionFacts } from "./session-facts.ts";

/** The commit that a session began from, and how it was told; or why it could not be. */
export type BaseFinding =
  | { readonly commit: string; readonly rule: "named-by-session" | "last-before-start"; readonly branch: string | null }
  | { readonly commit: null; readonly reason: "no-start-time" | "no-default-branch" | "no-commit-before-start" };

/**
 * The base commit of a session: the one that it names, where the repository has it; else the last commit before its start
 * on its branch, or on the default branch when its branch is gone or not known.
 */
export async function baseCommit(
  folder: string,
  facts: Pick<SessionFacts, "commit" | "branch" | "startedAt">,
): Promise<BaseFinding> {
  if (facts.commit !== null) {
    const named = await resolved(folder, facts.commit);
    if (named !== null) return { commit: named, rule: "named-by-session", branch: facts.branch };
  }
  if (facts.startedAt === null) return { commit: null, reason: "no-start-time" };
  const own = facts.branch === null ? null : await branchOf(folder, facts.branch);
  const branch = own ?? (await defaultBranch(folder));
  if (branch === null) return { commit: null, reason: "no-default-branch" };
  const before = Math.floor(Date.parse(facts.startedAt) / 1000);
  // Commits of a branch need not be in the order of their times: the newest of those before the start is meant.
  const listed = await runGit(folder, ["log", "--first-parent", "--format=%H %ct", branch, "--"]);
  const commits = (listed ?? "").split("\n").flatMap((line) => {
    const [hash, time] = line.split(" ");
    return hash === undefined || time === undefined ? [] : [{ hash, time: Number(time) }];
  });
  const found = commits.find(({ time }) => time <= before);
  if (found === undefined) return { commit: null, reason: "no-commit-before-start" };
  return { commit: found.hash, rule: "last-before-start", branch: branch.replace(/^refs\/(?:heads|remotes)\//, "") };
}

/** The branch that work is merged into: that of the remote, else `main` or `master`, else the one that is checked out. */
export async function defaultBranch(folder: string): Promise<string | null> {
  const remote = (await runGit(folder, ["symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"]))?.trim();
  if (remote && (await resolved(folder, remote)) !== null) return remote;
  for (const name of ["refs/heads/main", "refs/heads/master"]) {
    if ((await resolved(folder, name)) !== null) return name;
  }
  const head = (await runGit(folder, ["symbolic-ref", "--quiet", "HEAD"]))?.trim();
  return head && (await resolved(folder, head)) !== null ? head : null;
}

async function branchOf(folder: string, name: string): Promise<string | null> {
  for (const branch of [`refs/heads/${name}`, `refs/remotes/origin/${name}`]) {
    if ((await resolved(folder, branch)) !== null) return branch;
  }
  return null;
}

async function resolved(folder: string, name: string): Promise<string | null> {
  return (await runGit(folder, ["rev-parse", "--verify", "--quiet", `${name}^{commit}`]))?.trim() || null;
}
