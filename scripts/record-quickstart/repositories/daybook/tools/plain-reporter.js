// A test reporter without times, so that two runs print the same text.
import { relative } from "node:path";

export default async function* plainReporter(source) {
  const lines = [];
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of source) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.details?.type === "suite") continue;
    const name = `${relative(process.cwd(), data.file ?? data.name)} > ${data.name}`;
    if (type === "test:pass") {
      passed += 1;
      lines.push(`ok ${name}`);
    } else {
      failed += 1;
      const error = data.details?.error?.cause ?? data.details?.error;
      const message = String(error?.message ?? error).split("\n")[0];
      lines.push(`not ok ${name}\n  ${message}`);
    }
  }
  lines.sort((left, right) => (left.replace(/^not /, "") < right.replace(/^not /, "") ? -1 : 1));
  for (const line of lines) yield `${line}\n`;
  yield `passed ${passed}, failed ${failed}\n`;
}
