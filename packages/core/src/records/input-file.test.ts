import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { compareText, findInputFiles } from "./input-file.ts";

async function sources(paths: readonly string[], folder: string): Promise<string[]> {
  return (await findInputFiles(paths, folder)).map((file) => file.source);
}

describe("findInputFiles", () => {
  test("gives a file its source, its name, its size and its time", async () => {
    const folder = temporaryFolder({ "runs/a.jsonl": "abc" });
    const [file, ...more] = await findInputFiles(["runs/a.jsonl"], folder);
    expect(file).toMatchObject({
      path: join(folder, "runs/a.jsonl"),
      source: "runs/a.jsonl",
      under: "a.jsonl",
      sizeBytes: 3,
    });
    expect(Math.abs(Date.now() - (file?.changedMs ?? 0))).toBeLessThan(60_000);
    expect(more).toEqual([]);
  });

  test("walks folders, sorted by code unit, whatever the order on disk", async () => {
    const folder = temporaryFolder({ "runs/b/2": "", "runs/a": "", "runs/B": "", "runs/b/10": "", "runs/ä": "" });
    expect(await sources(["runs"], folder)).toEqual(["runs/B", "runs/a", "runs/b/10", "runs/b/2", "runs/ä"]);
    expect((await findInputFiles(["runs"], folder)).map((file) => file.under)).toEqual(["B", "a", "b/10", "b/2", "ä"]);
  });

  test("leaves hidden files and folders out, unless they are named", async () => {
    const folder = temporaryFolder({ "runs/.hidden": "", "runs/.git/config": "", "runs/seen": "", ".top/seen": "" });
    expect(await sources(["runs"], folder)).toEqual(["runs/seen"]);
    expect(await sources(["runs/*"], folder)).toEqual(["runs/seen"]);
    expect(await sources(["runs/.hidden", ".top"], folder)).toEqual([".top/seen", "runs/.hidden"]);
  });

  test("gives each file once, however often it is named", async () => {
    const folder = temporaryFolder({ "runs/a": "", "runs/b": "" });
    expect(await sources(["runs", "runs/a", "./runs/../runs/b", "runs/*", "-", "-"], folder)).toEqual([
      "-",
      "runs/a",
      "runs/b",
    ]);
  });

  test("takes globs as a shell does: folders that match are walked", async () => {
    const folder = temporaryFolder({ "r1/x/a.traj": "", "r1/b.json": "", "r2/a.traj": "", "other/a.traj": "" });
    expect(await sources(["r*"], folder)).toEqual(["r1/b.json", "r1/x/a.traj", "r2/a.traj"]);
    expect((await findInputFiles(["r*"], folder)).map((file) => file.under)).toEqual(["b.json", "x/a.traj", "a.traj"]);
    expect(await sources(["r*/**/*.traj"], folder)).toEqual(["r1/x/a.traj", "r2/a.traj"]);
    expect(await sources(["{r1,other}/*.{json,traj}"], folder)).toEqual(["other/a.traj", "r1/b.json"]);
    expect(await sources([join(folder, "r2/*")], folder)).toEqual(["r2/a.traj"]);
  });

  test("takes a name with glob characters literally when there is such a file", async () => {
    const folder = temporaryFolder({ "a[1].json": "", "a1.json": "" });
    expect(await sources(["a[1].json"], folder)).toEqual(["a[1].json"]);
    expect(await sources(["a[12].json"], folder)).toEqual(["a1.json"]);
  });

  test("names a file outside the working folder by its absolute path, without the first slash", async () => {
    const folder = temporaryFolder({ "out/a": "", "..b/a": "" });
    mkdirSync(join(folder, "work"));
    expect(await sources(["../out"], join(folder, "work"))).toEqual([join(folder, "out/a").slice(1)]);
    expect(await sources(["..b"], folder)).toEqual(["..b/a"]);
  });

  test("ends in spite of links that lead back, and reads what links lead to", async () => {
    const folder = temporaryFolder({ "runs/a/x": "", "runs/b/y": "", "elsewhere/z": "" });
    symlinkSync("..", join(folder, "runs/a/up"));
    symlinkSync("../..", join(folder, "runs/a/top"));
    symlinkSync("../b", join(folder, "runs/a/b"));
    symlinkSync("../a", join(folder, "runs/b/a"));
    symlinkSync("../elsewhere", join(folder, "runs/linked"));
    symlinkSync("nowhere", join(folder, "runs/broken"));
    symlinkSync("self", join(folder, "runs/self"));
    const found = await sources(["runs"], folder);
    expect(found).toEqual(
      expect.arrayContaining(["runs/a/b/y", "runs/a/x", "runs/b/a/x", "runs/b/y", "runs/linked/z"]),
    );
    expect(found.every((source) => source.split("/").length < 9)).toBe(true);
    expect(await sources(["runs/**/x"], folder)).toContain("runs/a/x");
  });

  test.each(["nowhere", "runs/nowhere/a", "runs/a/b", "loop", "x\0y"])("throws NOT_FOUND for %j", async (path) => {
    const folder = temporaryFolder({ "runs/a": "" });
    symlinkSync("loop", join(folder, "loop"));
    await expect(findInputFiles([path], folder)).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining(path),
    });
  });

  test("throws NOT_FOUND for a glob that matches nothing", async () => {
    const folder = temporaryFolder({ "runs/a": "", "empty/.hidden": "" });
    for (const pattern of ["runs/*.json", "nowhere/*", "empt*"]) {
      await expect(findInputFiles([pattern], folder)).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: `${pattern}: the pattern matches no file`,
      });
    }
  });

  test("finds nothing in an empty folder", async () => {
    expect(await sources(["."], temporaryFolder())).toEqual([]);
  });

  test("gives standard input no size", async () => {
    const [input] = await findInputFiles(["-"], temporaryFolder());
    expect(input).toEqual({ path: "-", source: "-", under: "-", sizeBytes: 0, changedMs: 0 });
  });
});

test("compareText orders by code unit", () => {
  expect(["b", "a", "B", "ä", "a1", ""].sort(compareText)).toEqual(["", "B", "a", "a1", "b", "ä"]);
});
