import type { Issue } from "./issue.ts";

/** Name of the script in the root of the repository. */
export const reproductionPath = "reproduce.mjs";

/**
 * A script that runs the issue's examples and compares.
 *
 * It prints one line for each example and a summary. With a number as argument it exits 1 unless more than that many
 * examples pass.
 */
export function reproductionScript(issue: Issue): string {
  const cases = issue.examples.map(
    ({ call, expected }) => `  [({ ${issue.imports.join(", ")} }) => ${call}, ${expected}],`,
  );
  return `import { isDeepStrictEqual } from "node:util";
const cases = [
${cases.join("\n")}
];
let passed = 0;
for (const [call, expected] of cases) {
  const got = await import("./src/index.js").then(call).catch(String);
  if (isDeepStrictEqual(got, expected)) passed += 1;
  else console.log("got", JSON.stringify(got)?.slice(0, 160));
}
console.log(passed + " of " + cases.length + " examples pass");
process.exit(passed > Number(process.argv[2] ?? -1) ? 0 : 1);
`;
}

/** How many examples pass, by what the script printed; 0 when it did not come to its end. */
export function passedExamples(output: string): number {
  return Number(output.match(/(\d+) of \d+ examples pass/)?.[1] ?? 0);
}
