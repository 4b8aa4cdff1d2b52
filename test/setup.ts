import fc from "fast-check";
import { afterAll, afterEach } from "vitest";

/**
 * Printing is a failure: library code returns values, and only the command's edge writes, through the streams it is given.
 * Every call of `console` in a test file is recorded and fails the test during which, or before which, it was made.
 */
const methods = ["debug", "dir", "error", "info", "log", "table", "trace", "warn"] as const;
const calls: string[] = [];

for (const method of methods) {
  console[method] = (...values: unknown[]) => {
    calls.push(`console.${method}(${values.map(String).join(", ")})`);
  };
}

function failWhenPrinted(): void {
  const printed = calls.splice(0);
  if (printed.length > 0) throw new Error(`the console was used in a test run:\n${printed.join("\n")}`);
}

afterEach(failWhenPrinted);
afterAll(failWhenPrinted);

// The same examples every time, so that a run says something about the code and not about its luck; the long run, made
// before a release, draws new ones.
if (process.env.MEMOP_LONG === undefined) fc.configureGlobal({ seed: 20_261_130 });
