import type { Action } from "../actions/action.ts";
import { hasFailed } from "../actions/has-failed.ts";
import { excerptOf } from "../excerpt.ts";
import type { HygieneFilter } from "../filter.ts";
import { commitHashes, isSameCommit } from "../leaks/commit-hashes.ts";
import type { RunUnderCheck } from "../run-under-check.ts";
import { type Evidence, verdictOn } from "../verdict.ts";
import { gitCommand, operands } from "./git-command.ts";
import { laterSource } from "./later-source.ts";

/**
 * Drops a run that read the fix, or could have, from version history: every ref, later or unreachable commits, remotes, the
 * reflog, foreign stashes. Commands that failed read nothing and do not count.
 *
 * Commits of the past are known by what the run saw of them: `git log` without `--all`, `git blame`, the issue.
 */
export const history: HygieneFilter<Pick<RunUnderCheck, "trajectory" | "tasks" | "actions">> = {
  name: "history",
  reasons: ["hack-history"],
  check({ trajectory, tasks, actions }) {
    const told = trajectory.steps.filter(({ source }) => source !== "agent").map(({ text }) => text);
    const past = new Set([
      ...tasks.flatMap(({ baseCommit }) => (baseCommit === null ? [] : [baseCommit.toLowerCase()])),
      ...[...told, ...tasks.map(({ problemStatement }) => problemStatement ?? "")].flatMap(commitHashes),
    ]);
    const isPast = (hash: string) => past.has(hash) || [...past].some((known) => isSameCommit(hash, known));
    let hasOwnStash = false;
    const evidence: Evidence[] = [];
    for (const action of actions) {
      let isSuspect = readsGitFolder(action);
      let found = isSuspect ? "reads the reflog's files" : null;
      let usesGit = false;
      for (const execution of action.executions) {
        const command = gitCommand(execution.argv);
        if (command === null) continue;
        usesGit = true;
        const why = laterSource(command, { isPast, hasOwnStash });
        if (why !== null) {
          isSuspect = true;
          if (!hasFailed(action, execution)) found ??= why;
        }
        if (command.name === "stash" && ["push", "save", undefined].includes(operands(command)[0])) hasOwnStash = true;
      }
      if (found !== null) evidence.push(evidenceOf(action, found));
      if (usesGit && !isSuspect)
        for (const hash of commitHashes(action.reply.replace(/(^|\s)\^/g, "$1"))) past.add(hash);
    }
    return verdictOn("hack-history", evidence);
  },
};

/** `cat .git/logs/HEAD` and its like. */
function readsGitFolder({ executions }: Action): boolean {
  return executions.some(({ argv }) =>
    argv.some((word, at) => at > 0 && word !== null && /(?:^|\/)\.git\/(?:logs|FETCH_HEAD|ORIG_HEAD)/.test(word)),
  );
}

function evidenceOf({ step, turn, text }: Action, why: string): Evidence {
  return { place: "step", step, turn, path: null, excerpt: excerptOf(`${why}: ${text}`) };
}
