import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runOrThrow } from "./run-command.ts";

/** What an expression gave: a JSON value, or the error that it threw. */
export type Measured = { readonly value: unknown } | { readonly error: string };

/** Evaluates expressions against the library in a working tree. */
export async function measure(
  directory: string,
  imports: readonly string[],
  expressions: readonly string[],
): Promise<readonly Measured[]> {
  const calls = expressions.map((expression) => `() => (${expression})`).join(",\n");
  const script = `import { ${imports.join(", ")} } from "./src/index.js";
const results = [${calls}].map((call) => {
  try {
    return { value: call() };
  } catch (error) {
    return { error: \`\${error.name}: \${error.message}\` };
  }
});
process.stdout.write(JSON.stringify(results));
`;
  const path = join(directory, "measure.tmp.mjs");
  await writeFile(path, script);
  const output = await runOrThrow(directory, "node measure.tmp.mjs");
  await rm(path);
  return JSON.parse(output) as Measured[];
}
