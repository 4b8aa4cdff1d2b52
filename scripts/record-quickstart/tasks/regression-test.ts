import type { Measured } from "../repository/measure.ts";
import type { TaskSpec } from "./task-spec.ts";

/** The hidden test file of a task; expected values are measured on the correct source. */
export async function regressionTest(
  task: TaskSpec,
  measureAll: (expressions: readonly string[]) => Promise<readonly Measured[]>,
): Promise<string> {
  const tests: string[] = [];
  for (const test of task.hiddenTests) {
    const values = await measureAll(test.expressions);
    const lines = test.expressions.map((expression, index) => {
      const measured = values[index];
      if (measured === undefined || "error" in measured)
        throw new Error(`no value on the correct source: ${expression}`);
      return `  assert.deepEqual(${expression}, ${JSON.stringify(measured.value)});`;
    });
    tests.push(`test(${JSON.stringify(test.name)}, () => {\n${lines.join("\n")}\n});`);
  }
  const used = task.imports.filter((name) => tests.some((test) => test.includes(name)));
  return `import assert from "node:assert/strict";
import test from "node:test";
import { ${used.join(", ")} } from "../src/index.js";

${tests.join("\n\n")}
`;
}
