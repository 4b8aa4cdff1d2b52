import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { withLock } from "./lock.ts";
import { startOfProcess } from "./running-process.ts";

/** Writes a lock as another process would have. */
function leaveLock(folder: string, holder: Readonly<Record<string, unknown>>): void {
  writeFileSync(join(folder, "lock"), JSON.stringify({ host: hostname(), started: "", stage: "score", ...holder }));
}

/** The process id and start of a process that has been killed. */
async function deadProcess(): Promise<{ readonly pid: number; readonly started: string }> {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "ignore" });
  const pid = child.pid ?? 0;
  const started = await startOfProcess(pid);
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
  return { pid, started };
}

describe("withLock", () => {
  test("returns what the action returns and leaves no lock", async () => {
    const folder = temporaryFolder();
    const seen = await withLock(folder, "score", async () => readFileSync(join(folder, "lock"), "utf8"));
    expect(JSON.parse(seen)).toMatchObject({ pid: process.pid, host: hostname(), stage: "score" });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("makes the workspace's folder", async () => {
    const folder = join(temporaryFolder(), "new/ws");
    expect(await withLock(folder, "score", async () => existsSync(folder))).toBe(true);
  });

  test("lets go when the action throws", async () => {
    const folder = temporaryFolder();
    await expect(withLock(folder, "score", () => Promise.reject(new Error("mine")))).rejects.toThrow("mine");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("refuses a second writer, naming process, host and stage of the first", async () => {
    const folder = temporaryFolder();
    await withLock(folder, "score", async () => {
      await expect(withLock(folder, "curate", async () => 0)).rejects.toMatchObject({
        code: "LOCKED",
        message: `${join(folder, "lock")} is held by process ${process.pid} on ${hostname()} (memop score)`,
      });
    });
  });

  test("gives the lock to exactly one of many", async () => {
    const folder = temporaryFolder();
    let inside = 0;
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        withLock(folder, `stage-${at}`, async () => {
          inside += 1;
          await new Promise((resolve) => setTimeout(resolve, 20));
          expect(inside).toBe(1);
          inside -= 1;
        }),
      ),
    );
    expect(all.filter((each) => each.status === "fulfilled").length).toBeGreaterThanOrEqual(1);
    for (const each of all) if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "LOCKED" });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("takes over the lock of a process that was killed, and only one of many does", async () => {
    const folder = temporaryFolder();
    leaveLock(folder, await deadProcess());
    let inside = 0;
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        withLock(folder, "score", async () => {
          inside += 1;
          await new Promise((resolve) => setTimeout(resolve, 300));
          expect(inside).toBe(1);
          inside -= 1;
        }),
      ),
    );
    expect(all.filter((each) => each.status === "fulfilled")).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("takes over the lock of an older process that had the number of one that runs", async () => {
    const folder = temporaryFolder();
    leaveLock(folder, { pid: process.pid, started: "1" });
    expect(await withLock(folder, "score", async () => "mine")).toBe("mine");
  });

  test("takes over a takeover that was interrupted", async () => {
    const folder = temporaryFolder();
    const dead = await deadProcess();
    leaveLock(folder, dead);
    writeFileSync(join(folder, ".lock-takeover"), readFileSync(join(folder, "lock")));
    expect(await withLock(folder, "score", async () => "mine")).toBe("mine");
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(["", "{", "null", "[]"])("takes over a lock that holds %j", async (content) => {
    const folder = temporaryFolder({ lock: content });
    expect(await withLock(folder, "score", async () => "mine")).toBe("mine");
  });

  test("respects the lock of another machine", async () => {
    const folder = temporaryFolder();
    leaveLock(folder, { pid: 1, host: "elsewhere" });
    await expect(withLock(folder, "score", async () => 0)).rejects.toMatchObject({
      code: "LOCKED",
      message: expect.stringContaining("process 1 on elsewhere"),
    });
  });

  test("leaves a lock that is not its own any more", async () => {
    const folder = temporaryFolder();
    await withLock(folder, "score", async () => leaveLock(folder, { pid: 1, host: "elsewhere" }));
    expect(readdirSync(folder)).toEqual(["lock"]);
  });
});
