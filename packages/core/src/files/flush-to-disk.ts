import { open } from "node:fs/promises";

/** Forces a file's or folder's content to disk. */
export async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
