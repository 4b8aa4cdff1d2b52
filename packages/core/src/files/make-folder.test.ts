import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { makeFolder } from "./make-folder.ts";

describe("a folder", () => {
  test("is made with those above it, and stays when it is there", async () => {
    const folder = join(temporaryFolder(), "a", "b", "c");
    await makeFolder(folder);
    writeFileSync(join(folder, "x"), "");
    await makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
    expect(existsSync(join(folder, "x"))).toBe(true);
  });

  test("below a file cannot be made", async () => {
    const folder = temporaryFolder({ file: "" });
    await expect(makeFolder(join(folder, "file", "a"))).rejects.toMatchObject({ code: "BAD_USAGE" });
  });

  test.runIf(existsSync("/proc/self"))("in /proc cannot be made, and that is found out", async () => {
    await expect(makeFolder("/proc/memop/a")).rejects.toMatchObject({ code: "BAD_USAGE" });
  });
});
