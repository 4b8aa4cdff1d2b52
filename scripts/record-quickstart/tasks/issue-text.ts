import type { Measured } from "../repository/measure.ts";
import type { TaskSpec } from "./task-spec.ts";

/** The issue as a user would file it: title, prose, and example calls with expected and actual values. */
export function issueText(task: TaskSpec, expected: readonly Measured[], got: readonly Measured[]): string {
  const used = task.imports.filter((name) => task.examples.some((example) => example.includes(name)));
  const calls = task.examples.map((example, index) => {
    return `${example};\n// expected: ${show(expected[index])}\n// got:      ${show(got[index])}`;
  });
  const code = [`import { ${used.join(", ")} } from "./src/index.js";`, "", ...calls].join("\n");
  return `${task.title}\n\n${task.prose}\n\n\`\`\`js\n${code}\n\`\`\`\n`;
}

function show(measured: Measured | undefined): string {
  if (measured === undefined) throw new Error("an example was not measured");
  return "value" in measured ? JSON.stringify(measured.value) : measured.error;
}
