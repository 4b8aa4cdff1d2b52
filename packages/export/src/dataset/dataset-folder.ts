import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { MemopError } from "@memop/core";

/**
 * Fills a folder beside `outDir` and puts it in place when `fill` is done: readers see the old dataset or the new one.
 *
 * An earlier export in `outDir` is replaced. Throws `BAD_USAGE` when `outDir` holds something else.
 */
export async function replaceDataset<T>(outDir: string, fill: (folder: string) => Promise<T>): Promise<T> {
  const target = resolve(outDir);
  await checkReplaceable(outDir);
  const partial = `${target}.partial-${process.pid}`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(join(partial, "tables"), { recursive: true });
  try {
    const result = await fill(partial);
    await mkdir(dirname(target), { recursive: true });
    const old = `${target}.old-${process.pid}`;
    if (existsSync(target)) await rename(target, old);
    await rename(partial, target);
    await rm(old, { recursive: true, force: true });
    return result;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function checkReplaceable(outDir: string): Promise<void> {
  if (!existsSync(outDir)) return;
  const names = await readdir(outDir);
  if (names.length === 0) return;
  const manifest = await readFile(join(outDir, "manifest.json"), "utf8").catch(() => "");
  if (manifest.includes('"memop-export-1"')) return;
  throw new MemopError("BAD_USAGE", `${outDir} holds ${names[0]}, and is no earlier export that could be replaced`, {
    hint: "choose a new folder for --out",
  });
}
