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
