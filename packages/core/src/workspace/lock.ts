import { mkdir, open, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { MemopError } from "../error.ts";

/** Who holds a workspace's lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process as the kernel gives it; tells a new process from an old one with the same pid. */
  readonly started: string;
  readonly stage: string;
}

/**
 * Runs `action` as the only writer of a workspace.
 *
 * The lock is the file `<root>/lock`. A lock whose process is gone (same host) is taken over; one of another host is
 * respected. Throws `LOCKED`, naming the holder.
 */
export async function withLock<T>(root: string, stage: string, action: () => Promise<T>): Promise<T> {
  const file = join(root, "lock");
  await mkdir(root, { recursive: true });
  await acquire(file, stage);
  try {
    return await action();
  } finally {
    await rm(file, { force: true });
  }
}

async function acquire(file: string, stage: string): Promise<void> {
  const mine: Holder = { pid: process.pid, host: hostname(), started: await startOf(process.pid), stage };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const handle = await open(file, "wx");
      await handle.writeFile(JSON.stringify(mine));
      await handle.close();
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = await readHolder(file);
      if (holder !== null && (await isAlive(holder))) {
        throw new MemopError(
          "LOCKED",
          `${file} is held by process ${holder.pid} on ${holder.host} (memop ${holder.stage})`,
          { hint: "wait for it to end; if it runs on a machine that is gone, remove that file" },
        );
      }
      await rm(file, { force: true });
    }
  }
  throw new MemopError("LOCKED", `${file} cannot be taken: another process takes it again and again`);
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Holder;
  } catch {
    return null;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return (await startOf(holder.pid)) === holder.started;
}

/** Kernel start time of a process; "" where the system does not tell. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
