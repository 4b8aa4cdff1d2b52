import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { flushToDisk } from "./flush-to-disk.ts";

/**
 * Writes a whole file so that a reader sees either the old content or the new one, never a part.
 *
 * The content goes to `<file>.tmp`, is flushed to disk and renamed, and the folder is flushed. Makes missing parent
 * folders. Two writers of one file at the same time are for the caller to prevent.
 */
export async function writeFileAtomic(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.tmp`;
  try {
    const handle = await open(temporary, "w");
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushToDisk(dirname(file));
}
