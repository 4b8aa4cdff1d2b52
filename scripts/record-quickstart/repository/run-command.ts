import { spawn } from "node:child_process";
import { dirname } from "node:path";

/** What a command printed (both streams, in order) and how it ended. */
export interface CommandResult {
  readonly output: string;
  readonly returncode: number;
}

/** A command that runs longer than this is killed; its output is then a fixed text. */
export const commandTimeoutMs = 10_000;

/** Runs one bash command line in a folder, in an environment that holds nothing of the user's. */
export function runCommand(directory: string, command: string): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/bash", ["-c", `exec 2>&1\n${command}`], {
      cwd: directory,
      env: commandEnvironment(),
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    const chunks: Buffer[] = [];
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, commandTimeoutMs);
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      const output = Buffer.concat(chunks).toString("utf8");
      if (timedOut)
        resolve({ output: `The command was killed after ${commandTimeoutMs / 1000} seconds.`, returncode: 124 });
      else if (output.includes("FATAL ERROR:"))
        resolve({ output: "Aborted: JavaScript heap out of memory", returncode: 134 });
      else resolve({ output, returncode: code ?? 1 });
    });
  });
}

/** Runs a command that must succeed and gives its output. */
export async function runOrThrow(directory: string, command: string): Promise<string> {
  const { output, returncode } = await runCommand(directory, command);
  if (returncode !== 0) throw new Error(`command ended with ${returncode}: ${command}\n${output}`);
  return output;
}

function commandEnvironment(): Record<string, string> {
  return {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: "/nonexistent",
    LC_ALL: "C",
    TZ: "UTC",
    NODE_OPTIONS: "--max-old-space-size=256",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_AUTHOR_NAME: "Quickstart Recorder",
    GIT_AUTHOR_EMAIL: "recorder@example.org",
    GIT_COMMITTER_NAME: "Quickstart Recorder",
    GIT_COMMITTER_EMAIL: "recorder@example.org",
    GIT_PAGER: "cat",
    NO_COLOR: "1",
  };
}
