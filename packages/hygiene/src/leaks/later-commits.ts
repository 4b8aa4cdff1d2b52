import { excerptOf } from "../excerpt.ts";
import type { HygieneFilter } from "../filter.ts";
import type { MemoryUnderCheck } from "../memory-under-check.ts";
import { type Evidence, verdictOn } from "../verdict.ts";
import { commitHashes, isSameCommit } from "./commit-hashes.ts";

/**
 * Drops a memory that names a commit which is not the base commit of one of its tasks: no honest run needs to know one.
 *
 * A short hash counts only where its line speaks of git. Hashes in the issue or in a task's id are public.
 */
export const laterCommits: HygieneFilter<MemoryUnderCheck> = {
  name: "later-commits",
  reasons: ["leak-later-commit"],
  check({ memory, tasks }) {
    const known = tasks.flatMap(({ baseCommit, taskId, problemStatement }) => [
      ...(baseCommit === null ? [] : [baseCommit.toLowerCase()]),
      ...commitHashes(`${taskId.replaceAll(".", " ")} ${problemStatement ?? ""}`),
    ]);
    const evidence = memory.text.split("\n").flatMap((line) => {
      const isOfGit = /\b(?:commit|git|sha|revision|rev|cherry-pick|merged?|fix(?:ed)? in|changeset|HEAD)\b/i.test(
        line,
      );
      return commitHashes(line)
        .filter((hash) => (hash.length === 40 || isOfGit) && !known.some((other) => isSameCommit(hash, other)))
        .map((hash): Evidence => {
          const at = Math.max(0, line.toLowerCase().indexOf(hash) - 60);
          const excerpt = excerptOf(line.slice(at, at + 180));
          return { place: "memory", step: null, turn: null, path: null, excerpt };
        });
    });
    return verdictOn("leak-later-commit", evidence);
  },
};
