import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Io } from "./io.ts";
import { pseudonymSalt } from "./pseudonym-salt.ts";

let folder: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memop-salt-"));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const salt = (options: Record<string, unknown>, environment: Record<string, string> = {}) => {
  const io: Io = {
    out: () => undefined,
    err: (text) => void said.push(text),
    workingFolder: folder,
    environment,
    showsProgress: false,
    colours: false,
    signal: new AbortController().signal,
  };
  return pseudonymSalt(options, join(folder, "ws"), io);
};

test("a file that is not there is made with a new salt for its owner alone, and found again", async () => {
  const first = await salt({ saltFile: "keys/salt" });
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(statSync(join(folder, "keys/salt")).mode & 0o777).toBe(0o600);
  expect(said.join("")).toContain("keep it");
  said = [];
  expect(await salt({ saltFile: "keys/salt" })).toBe(first);
  expect(said).toEqual([]);
  expect(readFileSync(join(folder, "keys/salt"), "utf8")).toBe(`${first}\n`);
});

test("the environment holds the salt where no file is named", async () => {
  const value = "0123456789abcdef";
  expect(await salt({}, { MEMOP_SALT: value })).toBe(value);
  expect(await salt({ saltEnv: "OTHER" }, { OTHER: value })).toBe(value);
});

test("no salt, a short one, and one inside the workspace are wrong usage", async () => {
  await expect(salt({})).rejects.toThrow(/MEMOP_SALT holds none/);
  await expect(salt({}, { MEMOP_SALT: "short" })).rejects.toThrow(/5 characters, fewer than 16/);
  writeFileSync(join(folder, "empty"), "\n");
  await expect(salt({ saltFile: "empty" })).rejects.toThrow(/holds none/);
  await expect(salt({ saltFile: "ws/salt" })).rejects.toThrow(/inside the workspace/);
});
