import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { root } from "./workspace-packages.ts";

const base = mkdtempSync(join(tmpdir(), "memop-start-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let checkout = "";
let next = 0;

/** A checkout with one tiny command that prints its arguments. */
beforeEach(() => {
  checkout = join(base, `checkout-${next}`);
  next += 1;
  const cli = join(checkout, "packages", "cli");
  mkdirSync(join(cli, "src"), { recursive: true });
  mkdirSync(join(checkout, "node_modules"));
  symlinkSync(join(root, "node_modules", "typescript"), join(checkout, "node_modules", "typescript"));
  cpSync(join(root, "packages", "cli", "bin"), join(cli, "bin"), { recursive: true });
  writeFileSync(join(checkout, "package.json"), "{}");
  writeFileSync(join(cli, "package.json"), '{ "type": "module" }');
  const compilerOptions = {
    composite: true,
    module: "nodenext",
    lib: ["es5"],
    types: [],
    skipLibCheck: true,
    rootDir: "src",
    outDir: "dist",
    tsBuildInfoFile: "dist/.tsbuildinfo",
  };
  writeFileSync(join(cli, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  writeSource("declare const process: any;\nprocess.stdout.write(process.argv.slice(2).join(' '));\n");
});

function writeSource(text: string): void {
  writeFileSync(join(checkout, "packages", "cli", "src", "bin.ts"), text);
}

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function start(...args: string[]): Promise<Run> {
  const script = join(checkout, "packages", "cli", "bin", "memop.js");
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

const building = "memop: building (first use, or sources have changed)\n";

describe("in a checkout", () => {
  test("the first call builds, saying so on stderr; the next one only starts", async () => {
    expect(await start("show", "x")).toEqual({ code: 0, stdout: "show x", stderr: building });
    expect(await start("again")).toEqual({ code: 0, stdout: "again", stderr: "" });
  });

  test("a changed source is built, a changed or new test is not", async () => {
    await start();
    writeFileSync(join(checkout, "packages", "cli", "src", "bin.test.ts"), "export {};\n");
    expect((await start()).stderr).toBe("");
    writeSource("declare const process: any;\nprocess.stdout.write('changed');\n");
    expect(await start()).toEqual({ code: 0, stdout: "changed", stderr: building });
  });

  test("a source that was put back to an older time is built", async () => {
    await start();
    utimesSync(join(checkout, "packages", "cli", "src", "bin.ts"), 1, 1);
    expect((await start()).stderr).toBe(building);
  });

  test("missing output is built again", async () => {
    await start();
    rmSync(join(checkout, "packages", "cli", "dist"), { recursive: true });
    expect((await start("back")).stdout).toBe("back");
  });

  test("of four first calls at once, one builds and all run", async () => {
    const runs = await Promise.all(["a", "b", "c", "d"].map((name) => start(name)));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(runs.map(({ stdout }) => stdout)).toEqual(["a", "b", "c", "d"]);
    expect(runs.filter(({ stderr }) => stderr.includes(building))).toHaveLength(1);
  });

  test("the lock of a process that has died is taken over, by one of several", async () => {
    const dead = spawn(process.execPath, ["-e", ""]);
    await new Promise((resolve) => dead.once("exit", resolve));
    const lock = join(checkout, "node_modules", ".cache", "memop", "build-lock");
    mkdirSync(lock, { recursive: true });
    writeFileSync(join(lock, "owner"), `${dead.pid}-1`);
    const runs = await Promise.all(["a", "b", "c"].map((name) => start(name)));
    expect(runs.map(({ stdout }) => stdout)).toEqual(["a", "b", "c"]);
    expect(runs.filter(({ stderr }) => stderr.includes(building))).toHaveLength(1);
  });

  test("a build that fails says so and exits 2", async () => {
    writeSource("const = 'no name';\n");
    const { code, stderr } = await start();
    expect(code).toBe(2);
    expect(stderr).toContain("error TS1134");
    expect(stderr).toContain("memop: the build failed; see the lines above");
  });

  test("without TypeScript it says what to do and exits 2", async () => {
    rmSync(join(checkout, "node_modules", "typescript"));
    const { code, stderr } = await start();
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `memop: TypeScript is not installed in ${checkout}: run npm ci there\n`,
    });
  });
});

test("an installed package, which has no sources, starts without building", async () => {
  await start();
  rmSync(join(checkout, "packages", "cli", "src"), { recursive: true });
  rmSync(join(checkout, "packages", "cli", "tsconfig.json"));
  rmSync(join(checkout, "node_modules"), { recursive: true });
  expect(await start("installed")).toEqual({ code: 0, stdout: "installed", stderr: "" });
});
