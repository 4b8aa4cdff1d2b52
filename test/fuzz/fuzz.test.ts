import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { sharedData } from "@memop/core/testing";
import { expect, test } from "vitest";
import { formatsWithFixtures } from "./seeds.ts";

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const data = sharedData();
const isLong = process.env.MEMOP_LONG === "1";
const count = isLong ? 10_000 : 200;

/** A process that says nothing for this long hangs: it prints a line for each hundred records. */
const WATCHDOG_MS = 120_000;

test(`${count} mutated records of each format are read or refused, none crashes, none hangs`, async () => {
  const names = formatsWithFixtures(root);
  const { code, errors, done } = await run(["--count", String(count), ...(data === null ? [] : ["--data", data])]);
  expect(errors).toBe("");
  expect(code).toBe(0);
  expect(done).toEqual(names);
}, 3_600_000);

function run(args: readonly string[]): Promise<{ code: number | null; errors: string; done: readonly string[] }> {
  const script = fileURLToPath(new URL("./main.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", "--conditions=@memop/source", script, ...args], {
    cwd: root,
  });
  return new Promise((resolve) => {
    let errors = "";
    const done: string[] = [];
    const bark = () => {
      errors += "nothing was printed for two minutes: the reader hangs";
      child.kill("SIGKILL");
    };
    let watchdog = setTimeout(bark, WATCHDOG_MS);
    child.stdout.on("data", (chunk: Buffer) => {
      clearTimeout(watchdog);
      watchdog = setTimeout(bark, WATCHDOG_MS);
      for (const [, name] of chunk.toString().matchAll(/^(\S+) done/gm)) done.push(name as string);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on("close", (code) => {
      clearTimeout(watchdog);
      resolve({ code, errors, done });
    });
  });
}
