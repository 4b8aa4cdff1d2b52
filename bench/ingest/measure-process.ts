import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** How long a process ran, how much it computed, and how much memory it held at most. */
export interface Measured {
  readonly seconds: number;
  /** Processor time of all its threads: what other work on the machine hardly changes; 0 where /proc does not tell. */
  readonly cpuSeconds: number;
  /** Peak resident memory; 0 where /proc does not tell. */
  readonly peakMegabytes: number;
}

/** Runs a program to its end and measures it. Throws when it fails. */
export async function measureProcess(program: string, args: readonly string[]): Promise<Measured> {
  const started = performance.now();
  const child = spawn(program, [...args], { stdio: ["ignore", "ignore", "inherit"] });
  let peakKilobytes = 0;
  let cpuSeconds = 0;
  const timer = setInterval(() => {
    peakKilobytes = Math.max(peakKilobytes, highWaterMark(child.pid));
    cpuSeconds = Math.max(cpuSeconds, processorSeconds(child.pid));
  }, 50);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  }).finally(() => clearInterval(timer));
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}`);
  return { seconds: (performance.now() - started) / 1000, cpuSeconds, peakMegabytes: peakKilobytes / 1024 };
}

function highWaterMark(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** User and system time, which /proc counts in hundredths of a second. */
function processorSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
