import { readFile } from "node:fs/promises";

/** True when the process runs and, where the system tells start times, is the one that started then. */
export async function isRunning(pid: number, started: string): Promise<boolean> {
  return exists(pid) && (await startOfProcess(pid)) === started;
}

/** True when a process of this machine has the number. */
export function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of somebody else may not be signalled, but is there.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Kernel start time of a process; "" where the system does not tell, and for one that is dead but not yet buried. */
export async function startOfProcess(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may hold spaces and parentheses of its own.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? "" : (rest[18] ?? "");
  } catch {
    return "";
  }
}
