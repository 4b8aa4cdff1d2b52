import { spawn } from "node:child_process";
import { dirname } from "node:path";

/** What a command printed (both streams, in order) and how it ended. */
export interface CommandResult {
  readonly output: string;
  readonly returncode: number;
}

/** Processor seconds that one process may use; unlike time on a clock this does not depend on what else runs. */
export const processorSeconds = 5;

/** Memory for JavaScript in one process, in MB. */
const heapMegabytes = 256;

/** A last resort against commands that wait for ever. */
const wallSeconds = 300;

/**
 * Runs one bash command line in a folder, in an environment that holds nothing of the user's.
 *
 * A command that uses up its processor time or memory gives a fixed text and, when that was its last part, 137.
 */
export function runCommand(directory: string, command: string): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/bash", ["-c", `exec 2>&1; ulimit -c 0; ulimit -t ${processorSeconds}\n${command}`], {
      cwd: directory,
      env: commandEnvironment(),
      stdio: ["ignore", "pipe", "ignore"],
      timeout: wallSeconds * 1000,
      killSignal: "SIGKILL",
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      const output = Buffer.concat(chunks).toString("utf8");
      const returncode = code === null || code > 128 ? 137 : code;
      const isKilled =
        returncode === 137 || /CPU time limit exceeded|FATAL ERROR:|: line \d+: +\d+ Killed /m.test(output);
      resolve({ output: isKilled ? killedText : output, returncode });
    });
  });
}

const killedText = `Killed: more than ${processorSeconds} seconds of processor time or ${heapMegabytes} MB of memory.\n`;

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
    NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`,
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
