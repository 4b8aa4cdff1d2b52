import type { Measured } from "../repository/measure.ts";
import type { TaskSpec } from "./task-spec.ts";

/** The hidden test file of a task. `values`: all its expressions in order, measured on the correct source. */
export function regressionTest(task: TaskSpec, values: readonly Measured[]): string {
  const rest = [...values];
  const tests = task.hiddenTests.map(({ name, expressions }) => {
    const lines = expressions.map((expression) => assertion(expression, rest.shift()));
    return `test(${JSON.stringify(name)}, () => {\n${lines.join("\n")}\n});`;
  });
  const used = task.imports.filter((name) => tests.some((test) => test.includes(name)));
  return `import assert from "node:assert/strict";
import test from "node:test";
import { ${used.join(", ")} } from "../src/index.js";

${tests.join("\n\n")}
`;
}

function assertion(expression: string, measured: Measured | undefined): string {
  if (measured === undefined || "error" in measured) throw new Error(`no value on the correct source: ${expression}`);
  return `  assert.deepEqual(${expression}, ${JSON.stringify(measured.value)});`;
}
