import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { MemopError } from "../error.ts";
import { makeFolder } from "../files/make-folder.ts";
import { isRunning, startOfProcess } from "./running-process.ts";

/** Who holds a workspace's lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process as the kernel gives it; tells a new process from an old one with the same pid. */
  readonly started: string;
  readonly stage: string;
}

/** How often a lock that changes hands is tried for, and the pause between. */
const ATTEMPTS = 20;
const PAUSE_MS = 20;

/**
 * Runs `action` as the only writer of a workspace.
 *
 * The lock is the file `<root>/lock`. A lock whose process is gone (same host) is taken over; one of another host is
 * respected. Throws `LOCKED`, naming the holder.
 */
export async function withLock<T>(root: string, stage: string, action: () => Promise<T>): Promise<T> {
  await makeFolder(root);
  const file = join(root, "lock");
  const mine = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    started: await startOfProcess(process.pid),
    stage,
  } satisfies Holder);
  await acquire(file, mine);
  try {
    return await action();
  } finally {
    await release(file, mine);
  }
}

async function acquire(file: string, mine: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await create(file, mine)) return;
    const found = await contentOf(file);
    if (found === null) continue;
    const holder = parseHolder(found);
    if (holder !== null && (await isAlive(holder))) throw locked(file, holder);
    await removeStale(file, found, mine);
  }
  throw new MemopError("LOCKED", `${file} cannot be taken: another process takes it again and again`);
}

/** Makes the file with its whole content at once, or says that there is one: a link either is there or is not. */
async function create(file: string, content: string): Promise<boolean> {
  const draft = join(dirname(file), `.${basename(file)}-${process.pid}-${randomUUID().slice(0, 8)}`);
  await writeFile(draft, content);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Removes a lock whose holder is gone. Of several processes that see it only one may do so, or the second would remove
 * the lock that the first has taken since: the removal has a lock of its own, which can be taken over just the same.
 */
async function removeStale(file: string, stale: string, mine: string): Promise<void> {
  const guard = join(dirname(file), `.${basename(file)}-takeover`);
  try {
    await acquire(guard, mine);
  } catch (error) {
    if (!(error instanceof MemopError)) throw error;
    await setTimeout(PAUSE_MS);
    return;
  }
  try {
    if ((await contentOf(file)) === stale) await rm(file, { force: true });
  } finally {
    await release(guard, mine);
  }
}

async function release(file: string, mine: string): Promise<void> {
  if ((await contentOf(file)) === mine) await rm(file, { force: true });
}

async function contentOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Null for a lock that no process can have written as a whole, such as one that a full disk cut off. */
function parseHolder(content: string): Holder | null {
  try {
    const holder = JSON.parse(content) as Holder;
    return Number.isInteger(holder?.pid) ? holder : null;
  } catch {
    return null;
  }
}

async function isAlive({ host, pid, started }: Holder): Promise<boolean> {
  return host !== hostname() || (await isRunning(pid, started));
}

function locked(file: string, { pid, host, stage }: Holder): MemopError {
  return new MemopError("LOCKED", `${file} is held by process ${pid} on ${host} (memop ${stage})`, {
    hint: "wait for it to end; if it runs on a machine that is gone, remove that file",
  });
}
