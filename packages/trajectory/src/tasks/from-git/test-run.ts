import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runGit } from "../../repos/run-git.ts";

/** What came of the user's test command. */
export type TestFinding =
  | { readonly verdict: "resolved" | "unresolved"; readonly exitCode: number }
  | { readonly verdict: "test-timeout" | "patch-not-applied" | "test-error"; readonly exitCode: null };

/** The test to run. */
export interface TestPlan {
  /** Command line for `sh -c`. */
  readonly command: string;
  readonly timeoutSeconds: number;
}

/**
 * Runs a test command in a temporary clone of the repository at the base commit with a patch applied; the repository itself
 * is not touched. The command runs as the user, without a sandbox. Exit status 0 resolves the task, every other one does not.
 */
export async function testRun(folder: string, base: string, patch: string, plan: TestPlan): Promise<TestFinding> {
  const place = await mkdtemp(join(tmpdir(), "memop-test-run-"));
  const copy = join(place, "repository");
  try {
    // A clone that shares the objects: tests that ask git for something find a repository.
    const isCloned = await runGit(place, ["clone", "--quiet", "--shared", "--no-checkout", folder, copy]);
    const isThere = isCloned === null ? null : await runGit(copy, ["checkout", "--quiet", "--detach", base]);
    if (isThere === null) return { verdict: "test-error", exitCode: null };
    if (patch !== "" && !(await applied(copy, patch))) return { verdict: "patch-not-applied", exitCode: null };
    return await exitOf(copy, plan);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function applied(folder: string, patch: string): Promise<boolean> {
  const git = spawn("git", ["-C", folder, "apply", "--whitespace=nowarn", "-"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  git.stdin.on("error", () => undefined);
  git.stdin.end(patch);
  return new Promise((resolve) => {
    git.on("error", () => resolve(false));
    git.on("close", (code) => resolve(code === 0));
  });
}

/** The command is a group of its own, so that what it started ends with it. */
function exitOf(folder: string, { command, timeoutSeconds }: TestPlan): Promise<TestFinding> {
  const shell = spawn("sh", ["-c", command], { cwd: folder, stdio: "ignore", detached: true });
  return new Promise((resolve) => {
    let isLate = false;
    const end = (): void => {
      try {
        process.kill(-(shell.pid as number), "SIGKILL");
      } catch {
        // It has ended already.
      }
    };
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, timeoutSeconds * 1000);
    shell.on("error", () => {
      clearTimeout(timer);
      resolve({ verdict: "test-error", exitCode: null });
    });
    shell.on("close", (code) => {
      clearTimeout(timer);
      end();
      if (isLate) resolve({ verdict: "test-timeout", exitCode: null });
      else if (code === null) resolve({ verdict: "test-error", exitCode: null });
      else resolve({ verdict: code === 0 ? "resolved" : "unresolved", exitCode: code });
    });
  });
}
