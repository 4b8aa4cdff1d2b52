import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadShellParser } from "../../edits/shell/shell-parser.ts";
import type { Reading } from "../../format.ts";
import { editsOfToolCall } from "../../formats/edit-tools/edits-of-tool-call.ts";
import { parseUnifiedDiff } from "../../patch/parse-unified-diff.ts";
import { aTrajectory } from "../../testing/a-trajectory.ts";
import { type GitRepository, makeGitRepository } from "../../testing/git-repository.ts";
import { type Derivation, type DerivationSettings, deriveTask } from "./derive-task.ts";

const text = "def f(x):\n    return x - 1\n\n\ndef g():\n    return 0\n";
let root: string;
let repository: GitRepository;
let commits: { first: string; base: string };
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "memop-from-git-"));
  repository = makeGitRepository(join(root, "tool"));
  repository.git("remote", "add", "origin", "git@github.com:acme/tool.git");
  const first = repository.commit({ "src/a.py": "old\n" }, "2024-01-01T00:00:00Z");
  const base = repository.commit({ "src/a.py": text, "README.md": "x\n" }, "2024-02-01T00:00:00Z");
  commits = { first, base };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const fixed = text.replace("x - 1", "x + 1");

interface Session {
  readonly edits?: readonly (readonly [old: string, fresh: string])[];
  readonly extra?: Record<string, unknown>;
  readonly startedAt?: string | null;
  readonly path?: string;
}

/** A session on 10 February 2024 in `/home/me/src/tool` that exchanges texts of `src/a.py`. */
function session({ edits = [["x - 1", "x + 1"]], extra = {}, startedAt, path }: Session = {}): Reading {
  const at = startedAt === undefined ? "2024-02-10T10:00:00.000Z" : startedAt;
  const folder = String(extra.workingDirectory ?? "/home/me/src/tool");
  const trajectory = aTrajectory({
    taskId: null,
    finalPatch: null,
    agent: { name: "claude-code", version: null },
    extra: { sessionId: "s-1", workingDirectory: folder, gitBranch: "main", ...extra },
    steps: [
      { source: "user", text: "<environment_context>", timestamp: at, extra: { kind: "injected" } },
      { source: "user", text: "f subtracts one, it should add it", timestamp: at },
      ...edits.map(([old, fresh], number) => {
        const args = { file_path: path ?? "/home/me/src/tool/src/a.py", old_string: old, new_string: fresh };
        const id = `call-${number}`;
        const reply = { callId: id, content: "The file has been updated.", isError: false, exitCode: null };
        return {
          source: "agent" as const,
          text: "",
          timestamp: at,
          toolCalls: [{ id, name: "Edit", arguments: args }],
          observations: [reply],
          edits: editsOfToolCall("Edit", args, reply, folder),
        };
      }),
    ],
  });
  return { trajectory, task: null, outcome: null };
}

async function derived(given: Session = {}, more: Partial<DerivationSettings> = {}) {
  const settings = { repos: root, test: null, windowDays: 14, ...more };
  const reading = await deriveTask(session(given), settings, await loadShellParser());
  return { ...reading, told: reading.task?.derivation as unknown as Derivation };
}

/** A feature branch with one commit, merged with a merge commit. */
function mergedLater(at: string): string {
  const { git, commit } = repository;
  git("checkout", "--quiet", "-b", "fix");
  commit({ "src/a.py": fixed, "tests/test_a.py": "def test_f(): ...\n" }, at);
  git("checkout", "--quiet", "main");
  commit({ "docs.md": "between\n" }, at);
  git("merge", "--quiet", "--no-ff", "-m", "Merge fix", "fix");
  git("branch", "--quiet", "-D", "fix");
  // Merges are made at the fixed time of `git`: make it anew at the right one.
  const tree = git("rev-parse", "HEAD^{tree}");
  const [one, two] = [git("rev-parse", "HEAD^1"), git("rev-parse", "HEAD^2")];
  git("reset", "--quiet", "--hard", one);
  return repository.mergeCommit(tree, [one, two], at);
}

describe("the base commit", () => {
  test("is the last one before the session on its branch", async () => {
    repository.commit({ "src/a.py": fixed }, "2024-03-01T00:00:00Z");
    const { task, told } = await derived();
    expect(task).toMatchObject({ repo: "acme/tool", baseCommit: commits.base, createdAt: "2024-02-10T10:00:00.000Z" });
    expect(told.base).toEqual({ rule: "last-before-start", branch: "main" });
    expect((await derived({ startedAt: "2024-01-15T00:00:00Z" })).task?.baseCommit).toBe(commits.first);
  });

  test("is on the default branch when the session's branch is gone", async () => {
    expect((await derived({ extra: { gitBranch: "gone" } })).told.base).toEqual({
      rule: "last-before-start",
      branch: "main",
    });
  });

  test("is the one that the session names", async () => {
    const git = { commit_hash: commits.first, branch: "main", repository_url: "https://github.com/acme/tool" };
    const { task, told } = await derived({ extra: { git } });
    expect(task?.baseCommit).toBe(commits.first);
    expect(told.base).toMatchObject({ rule: "named-by-session" });
  });

  test.each<[string, Session, string]>([
    ["there is no time", { startedAt: null }, "no-start-time"],
    ["the repository is younger", { startedAt: "2023-01-01T00:00:00Z" }, "no-commit-before-start"],
    ["there is no such repository", { extra: { workingDirectory: "/home/me/src/other" } }, "no-repository"],
  ])("is null when %s", async (_, given, reason) => {
    const { task, told, trajectory } = await derived(given);
    expect(task?.baseCommit).toBeNull();
    expect(told.base).toEqual({ reason });
    expect(trajectory.taskId).toBe(task?.taskId);
    expect(told.gold).toEqual({ reason: reason === "no-repository" ? "no-repository" : "no-base-commit" });
  });
});

describe("the reference solution", () => {
  test("is the merge that touches what the session edited, tests apart", async () => {
    const merge = mergedLater("2024-02-12T00:00:00Z");
    const { task, told } = await derived();
    expect(told.gold).toEqual({ rule: "own-diff-of-commit", commit: merge });
    expect(parseUnifiedDiff(task?.goldPatch ?? "").map(({ newPath }) => newPath)).toEqual(["src/a.py"]);
    expect(task?.goldPatch).toContain("+    return x + 1\n");
    expect(parseUnifiedDiff(task?.testPatch ?? "").map(({ newPath }) => newPath)).toEqual(["tests/test_a.py"]);
    expect(task?.language).toBe("python");
  });

  test("is the first commit that touches it, not one of other files", async () => {
    repository.commit({ "README.md": "y\n" }, "2024-02-11T00:00:00Z");
    const fix = repository.commit({ "src/a.py": fixed }, "2024-02-12T00:00:00Z");
    repository.commit({ "src/a.py": `${fixed}# later\n` }, "2024-02-13T00:00:00Z");
    expect((await derived()).told.gold).toEqual({ rule: "own-diff-of-commit", commit: fix });
  });

  test("is the difference to the base when the commit alone does not apply to it", async () => {
    const { commit, git } = repository;
    git("checkout", "--quiet", "-b", "other");
    commit({ "src/a.py": text.replace("def f(x):", "def f(x, y):") }, "2024-02-09T00:00:00Z");
    const fix = commit({ "src/a.py": fixed.replace("def f(x):", "def f(x, y):") }, "2024-02-12T00:00:00Z");
    git("checkout", "--quiet", "main");
    git("reset", "--quiet", "--hard", fix);
    // The session began from the commit that it names, two before the fix.
    const { task, told } = await derived({ extra: { git: { commit_hash: commits.base } } });
    expect(told.gold).toEqual({ rule: "difference-to-base", commit: fix });
    expect(task?.goldPatch).toContain("+def f(x, y):\n");
  });

  test.each<[string, Session, string]>([
    ["nothing was merged in time", {}, "no-commit-in-window"],
    ["the session edited nothing", { edits: [] }, "no-edits"],
  ])("is null when %s", async (_, given, reason) => {
    repository.commit({ "src/a.py": fixed }, "2024-05-01T00:00:00Z");
    const { task, told } = await derived(given);
    expect(task).toMatchObject({ goldPatch: null, testPatch: null });
    expect(told.gold).toEqual({ reason });
  });
});

describe("the session's own patch", () => {
  test("is made of its edits, replayed on the base commit", async () => {
    const { trajectory, told } = await derived({
      edits: [
        ["x - 1", "x * 1"],
        ["x * 1", "x + 1"],
      ],
    });
    expect(told.finalPatch).toEqual({ rule: "replayed-edits" });
    expect(trajectory.finalPatch).toBe(
      "diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1,5 +1,5 @@\n def f(x):\n-    return x - 1\n+    return x + 1\n \n \n def g():\n",
    );
  });

  test("is null when an edit does not fit the base commit", async () => {
    const { trajectory, told } = await derived({ edits: [["text of uncommitted work", "x"]] });
    expect(trajectory.finalPatch).toBeNull();
    expect(told.finalPatch).toEqual({ reason: "edits-not-replayable", files: ["src/a.py"] });
  });
});

describe("the outcome", () => {
  const test1 = { command: "grep -q 'x + 1' src/a.py", timeoutSeconds: 30 };

  test("is that of the test command on the base commit with the session's patch", async () => {
    const { outcome, told, task } = await derived({}, { test: test1 });
    expect(outcome).toEqual({ taskId: task?.taskId, resolved: true, health: "healthy", reason: "resolved" });
    expect(told.outcome).toEqual({ verdict: "resolved", exitCode: 0, command: test1.command });
    const failed = await derived({ edits: [["x - 1", "x * 1"]] }, { test: test1 });
    expect(failed.outcome).toMatchObject({ resolved: false, reason: "unresolved" });
    expect(failed.told.outcome).toMatchObject({ exitCode: 1 });
  });

  test("is a timeout when the command does not end, and nothing of it goes on", async () => {
    const file = join(root, "process");
    const command = `sleep 1000 & echo $! > ${file}; wait`;
    const { outcome } = await derived({}, { test: { command, timeoutSeconds: 0.5 } });
    expect(outcome).toMatchObject({ resolved: false, health: "timeout", reason: "test-timeout" });
    // Gone, or waiting for its parent to notice that it is.
    const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", readFileSync(file, "utf8").trim()], { encoding: "utf8" });
    expect(stdout.trim()).toMatch(/^(Z.*)?$/);
  });

  test("is unknown without a command, and without a patch", async () => {
    expect(await derived()).toMatchObject({ outcome: null, told: { outcome: { reason: "no-test-command" } } });
    expect(await derived({ edits: [["nowhere", "x"]] }, { test: test1 })).toMatchObject({
      outcome: null,
      told: { outcome: { reason: "no-final-patch" } },
    });
  });

  test("leaves the repository as it was", async () => {
    const before = [repository.git("status", "--porcelain"), readdirSync(join(root, "tool/.git")).sort()];
    await derived({}, { test: { command: "echo x > made; git commit --allow-empty -qm x", timeoutSeconds: 30 } });
    expect([repository.git("status", "--porcelain"), readdirSync(join(root, "tool/.git")).sort()]).toEqual(before);
    expect(repository.git("worktree", "list").split("\n")).toHaveLength(1);
  });
});

describe("the repository", () => {
  test("is found by a folder around the session's", async () => {
    const { task, trajectory } = await derived({
      extra: { workingDirectory: "/home/me/src/tool/src" },
      path: "/home/me/src/tool/src/a.py",
    });
    expect(task).toMatchObject({ repo: "acme/tool", baseCommit: commits.base });
    expect(trajectory.finalPatch).toContain("a/src/a.py");
  });

  test("is found by the hash of its folder", async () => {
    const projectHash = createHash("sha256").update(join(root, "tool")).digest("hex");
    const { task } = await derived({ extra: { workingDirectory: undefined, projectHash } });
    expect(task).toMatchObject({ repo: "acme/tool", baseCommit: commits.base });
  });
});

test("the first message of the user is the problem, and the same one at the same commit is the same task", async () => {
  const one = await derived();
  expect(one.task?.problemStatement).toBe("f subtracts one, it should add it");
  expect(one.task?.taskId).toMatch(new RegExp(`^acme__tool\\.${commits.base.slice(0, 8)}\\.[0-9a-f]{8}$`));
  expect((await derived({ extra: { sessionId: "s-2" } })).task?.taskId).toBe(one.task?.taskId);
});

test("a run that names its task is left as it is", async () => {
  const reading = { ...session(), trajectory: aTrajectory() };
  const settings = { repos: root, test: null, windowDays: 14 };
  expect(await deriveTask(reading, settings, await loadShellParser())).toBe(reading);
});
