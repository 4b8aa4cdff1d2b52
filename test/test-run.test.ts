import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "./workspace-packages.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-test-run-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
// Its own, so that none above it is looked for.
writeFileSync(join(folder, "tsconfig.json"), "{}");
writeFileSync(
  join(folder, "vitest.config.mjs"),
  `const conditions = ["@memop/source", "node", "import", "default"];
export default {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["*.test.ts"],
    setupFiles: [${JSON.stringify(join(root, "test", "setup.ts"))}],
    reporters: ["default", ${JSON.stringify(join(root, "test", "summary-reporter.ts"))}],
  },
};
`,
);

function write(name: string, body: string): void {
  writeFileSync(
    join(folder, `${name}.test.ts`),
    `import { beforeAll, describe, expect, test } from "vitest";\n${body}`,
  );
}

write("passes", "test('one', () => {}); test('two', () => {}); test.skip('three', () => {});");
write("fails", "test('one', () => expect(1).toBe(2));");
write("does-not-load", "throw new Error('no');");
write(
  "hook-fails",
  "describe('group', () => { beforeAll(() => { throw new Error('no'); }); test('never', () => {}); });",
);
write("prints", "test('one', () => { console.info('hello'); });");
write(
  "parts",
  `import { requirePart } from "@memop/core/testing";
describe.skipIf(requirePart("python", false, "no .venv"))("python", () => { test("never", () => {}); });
describe.skipIf(requirePart("chromium", false, "no browser"))("browser", () => { test("never", () => {}); });`,
);

function vitest(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const script = join(root, "node_modules", "vitest", "vitest.mjs");
  const environment = { ...process.env, MEMOP_REQUIRE: "shared,python", NO_COLOR: "1", CI: "1" };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [script, "run", "--root", folder, ...args],
      { env: environment },
      (_error, stdout) => resolve({ code: child.exitCode ?? -1, lines: stdout.trimEnd().split("\n") }),
    );
  });
}

test("a run ends with its counts, alone on the last line", async () => {
  const { code, lines } = await vitest();
  expect(code).toBe(1);
  // Passed: two of `passes`. Failed: the failing test, the file that does not load, the group whose hook fails, the test
  // that prints, the required part. Skipped: one of `passes`, the group's test, the part that is missing, both parts' tests.
  expect(lines.at(-1)).toBe("2 passed, 5 failed, 5 skipped");
});

test("a missing part says why above the last line", async () => {
  const { lines } = await vitest("parts");
  expect(lines.slice(-2)).toEqual(["skipped what needs chromium: no browser", "0 passed, 1 failed, 3 skipped"]);
});

test("a run in which nothing fails exits 0", async () => {
  const { code, lines } = await vitest("passes");
  expect({ code, last: lines.at(-1) }).toEqual({ code: 0, last: "2 passed, 0 failed, 1 skipped" });
});
