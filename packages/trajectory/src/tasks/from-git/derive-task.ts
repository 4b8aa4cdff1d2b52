import { createHash } from "node:crypto";
import type { ShellParser } from "../../edits/shell/shell-parser.ts";
import type { Reading } from "../../format.ts";
import { outcomeOfVerdict } from "../../outcomes/verdicts.ts";
import type { Task } from "../../task.ts";
import { languageOfPatch } from "../language-of-patch.ts";
import { type BaseFinding, baseCommit } from "./base-commit.ts";
import { type MergedFinding, mergedDiff } from "./merged-diff.ts";
import { sessionChanges } from "./session-changes.ts";
import { sessionFacts } from "./session-facts.ts";
import { sessionRepository } from "./session-repository.ts";
import { type TestFinding, type TestPlan, testRun } from "./test-run.ts";

/** How tasks are derived from sessions. */
export interface DerivationSettings {
  /** Folder that holds the repositories. */
  readonly repos: string;
  /** Null when no test is to be run: outcomes are then unknown. */
  readonly test: TestPlan | null;
  /** Days after a session in which its change may have been merged. */
  readonly windowDays: number;
}

/** How each part of a task was told, or why it is null. Stored beside the task as JSON. */
export interface Derivation {
  readonly sessionId: string | null;
  readonly repository: { readonly folder: string } | { readonly reason: "no-folder" | "no-repository" };
  readonly base: Omit<BaseFinding, "commit"> | { readonly reason: "no-repository" };
  readonly gold: { readonly rule: string; readonly commit: string } | { readonly reason: string };
  readonly finalPatch:
    | { readonly rule: "recorded" | "replayed-edits" }
    | { readonly reason: string; readonly files?: readonly string[] };
  readonly outcome: (TestFinding & { readonly command: string }) | { readonly reason: string };
}

/**
 * A session with the task that it worked on, as far as its repository tells: base commit, the change that was merged later,
 * the user's first message, and what the test command says of the session's own change. What cannot be told is null, and
 * the task's `derivation` says why. A session that names its task is left as it is.
 *
 * The rules: docs/tasks-from-git.md.
 */
export async function deriveTask(
  reading: Reading,
  { repos, test, windowDays }: DerivationSettings,
  shell: ShellParser,
): Promise<Reading> {
  const { trajectory } = reading;
  if (trajectory.taskId !== null) return reading;
  const facts = sessionFacts(trajectory);
  const repository = await sessionRepository(repos, facts);
  const base = repository === null ? null : await baseCommit(repository.folder, facts);
  const commit = base?.commit ?? null;
  const changes = repository === null ? null : await sessionChanges(trajectory, repository, commit, shell);
  const merged =
    repository === null || commit === null || changes === null
      ? null
      : await mergedDiff(repository.folder, { ...facts, base: commit, edited: changes.edited, windowDays });
  const finalPatch = trajectory.finalPatch ?? changes?.patch ?? null;
  const tested =
    repository === null || commit === null || finalPatch === null || test === null
      ? null
      : await testRun(repository.folder, commit, finalPatch, test);
  const taskId = idOf(repository?.name ?? null, commit, facts.problemStatement ?? facts.sessionId ?? "");
  const derivation: Derivation = {
    sessionId: facts.sessionId,
    repository:
      repository === null
        ? { reason: facts.folder === null && facts.folderHash === null ? "no-folder" : "no-repository" }
        : { folder: repository.folder },
    base: base === null ? { reason: "no-repository" } : withoutCommit(base),
    gold: merged === null ? { reason: base === null ? "no-repository" : "no-base-commit" } : toldGold(merged),
    finalPatch:
      trajectory.finalPatch !== null
        ? { rule: "recorded" }
        : finalPatch !== null
          ? { rule: "replayed-edits" }
          : changes !== null && changes.lost.length > 0
            ? { reason: "edits-not-replayable", files: changes.lost }
            : { reason: "no-base-commit" },
    outcome:
      tested !== null && test !== null
        ? { ...tested, command: test.command }
        : { reason: test === null ? "no-test-command" : finalPatch === null ? "no-final-patch" : "no-base-commit" },
  };
  const task: Task = {
    taskId,
    repo: repository?.name ?? null,
    baseCommit: commit,
    language: languageOfPatch(merged?.goldPatch ?? finalPatch),
    problemStatement: facts.problemStatement,
    goldPatch: merged?.goldPatch ?? null,
    testPatch: merged?.goldPatch == null ? null : merged.testPatch,
    failToPass: [],
    passToPass: [],
    createdAt: facts.startedAt,
    derivation: { ...derivation },
  };
  return {
    trajectory: { ...trajectory, taskId, finalPatch },
    task,
    outcome: tested === null ? null : outcomeOfVerdict(taskId, tested.verdict),
  };
}

/** The same question asked at the same commit is the same task. */
function idOf(repo: string | null, commit: string | null, problem: string): string {
  const name = (repo ?? "unknown").replace("/", "__");
  const hash = createHash("sha256").update(problem).digest("hex").slice(0, 8);
  return `${name}.${commit?.slice(0, 8) ?? "00000000"}.${hash}`;
}

function withoutCommit(base: BaseFinding): Derivation["base"] {
  const { commit: _, ...told } = base;
  return told;
}

function toldGold(merged: MergedFinding): Derivation["gold"] {
  return merged.goldPatch === null ? { reason: merged.reason } : { rule: merged.rule, commit: merged.commit };
}
