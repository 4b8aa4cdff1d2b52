import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { MemopError } from "../error.ts";

/**
 * Makes a folder that a user named, and those above it; nothing happens when it is there. Throws `BAD_USAGE` when it cannot
 * be made.
 *
 * Node's own recursive mkdir never ends where a file system says that a new folder does not exist, as /proc does.
 */
export async function makeFolder(path: string): Promise<void> {
  const failure = await failureOfMaking(path);
  if (failure === null) return;
  throw new MemopError("BAD_USAGE", `${path} cannot be made: ${failure.message}`, {
    hint: "choose a place that you may write to",
    cause: failure,
  });
}

async function failureOfMaking(path: string): Promise<NodeJS.ErrnoException | null> {
  const failure = await attempt(path);
  if (failure?.code !== "ENOENT" || dirname(path) === path) return failure;
  const above = await failureOfMaking(dirname(path));
  return above ?? attempt(path);
}

async function attempt(path: string): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path);
    return null;
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    return failure.code === "EEXIST" ? null : failure;
  }
}
