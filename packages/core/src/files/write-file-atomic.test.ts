import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256Hex } from "../hash.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { hashFile } from "./hash-file.ts";
import { writeFileAtomic } from "./write-file-atomic.ts";

test("writes text and bytes, in folders that it makes", async () => {
  const folder = temporaryFolder();
  await writeFileAtomic(join(folder, "a/b/c.txt"), "é");
  await writeFileAtomic(join(folder, "a/b/d.bin"), Buffer.of(0, 255));
  expect(readFileSync(join(folder, "a/b/c.txt"), "utf8")).toBe("é");
  expect(readFileSync(join(folder, "a/b/d.bin"))).toEqual(Buffer.of(0, 255));
  expect(readdirSync(join(folder, "a/b"))).toEqual(["c.txt", "d.bin"]);
});

test("replaces a file, also what an interrupted call left of it", async () => {
  const folder = temporaryFolder({ "a.txt": "old", "a.txt.tmp": "half" });
  await writeFileAtomic(join(folder, "a.txt"), "new");
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("new");
  expect(readdirSync(folder)).toEqual(["a.txt"]);
});

test("a reader sees the old content or the new one, never a part", async () => {
  const folder = temporaryFolder({ "a.txt": "a".repeat(100_000) });
  let isWriting = true;
  const writing = (async () => {
    for (let turn = 0; turn < 30; turn += 1)
      await writeFileAtomic(join(folder, "a.txt"), (turn % 2 ? "a" : "b").repeat(100_000));
    isWriting = false;
  })();
  while (isWriting) {
    const content = readFileSync(join(folder, "a.txt"), "utf8");
    expect([content.length, new Set(content).size]).toEqual([100_000, 1]);
    await new Promise(setImmediate);
  }
  await writing;
});

test("leaves nothing behind when it fails", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "taken/inside"), { recursive: true });
  await expect(writeFileAtomic(join(folder, "taken"), "x")).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(["taken"]);
});

test("hashFile is the SHA-256 of the bytes", async () => {
  const folder = temporaryFolder({ a: "é".repeat(2_000_000), empty: "" });
  expect(await hashFile(join(folder, "a"))).toBe(sha256Hex("é".repeat(2_000_000)));
  expect(await hashFile(join(folder, "empty"))).toBe(sha256Hex(""));
});
