import { runCommand } from "./run-command.ts";

/** The command that runs every test of a repository; the reporter prints no times. */
export const testCommand = "node --test --test-reporter=./tools/plain-reporter.js test/*.test.js";

/** Outcome of each test by its full name `file > name`. */
export type TestResults = ReadonlyMap<string, boolean>;

/** Runs all tests in a working tree. A file that does not load is one failed test. */
export async function runTests(directory: string): Promise<TestResults> {
  const { output } = await runCommand(directory, testCommand);
  const results = new Map<string, boolean>();
  for (const line of output.split("\n")) {
    const match = line.match(/^(ok|not ok) (.+ > .+)$/);
    if (match) results.set(match[2] as string, match[1] === "ok");
  }
  return results;
}
