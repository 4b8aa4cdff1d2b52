import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defineTable } from "../tables/table-schema.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { emptyManifest } from "./manifest.ts";
import { openOrCreateWorkspace, openWorkspace, readManifest, tableFiles, tableSql } from "./workspace.ts";

const schema = defineTable({ name: "things", key: ["id"], columns: { id: "VARCHAR", n: "INTEGER" } });

describe("openWorkspace", () => {
  test("opens a folder with a manifest and no other", () => {
    const folder = temporaryFolder({ "ws/manifest.json": JSON.stringify(emptyManifest()), "other/a": "" });
    expect(openWorkspace(join(folder, "ws"))).toEqual({ root: join(folder, "ws") });
    for (const name of ["other", "nowhere"]) {
      expect(() => openWorkspace(join(folder, name))).toThrow(expect.objectContaining({ code: "BAD_WORKSPACE" }));
    }
  });
});

describe("openOrCreateWorkspace", () => {
  test("makes a folder, and takes an empty one or one that an interrupted first stage left", async () => {
    const folder = temporaryFolder({ "begun/.stage/score/x": "", "begun/lock": "{}" });
    expect(await openOrCreateWorkspace(join(folder, "a/b"))).toEqual({ root: join(folder, "a/b") });
    expect(await openOrCreateWorkspace(join(folder, "a/b"))).toEqual({ root: join(folder, "a/b") });
    expect(await openOrCreateWorkspace(join(folder, "begun"))).toEqual({ root: join(folder, "begun") });
  });

  test("refuses a folder that holds other things, and a file", async () => {
    const folder = temporaryFolder({ "home/thesis.tex": "", file: "" });
    for (const name of ["home", "file"]) {
      await expect(openOrCreateWorkspace(join(folder, name))).rejects.toMatchObject({ code: "BAD_WORKSPACE" });
    }
  });
});

describe("readManifest", () => {
  test("is empty for a new workspace", async () => {
    expect(await readManifest({ root: temporaryFolder() })).toEqual(emptyManifest());
  });

  test.each([
    ["cut off", '{"schemaVersion": 1, "too'],
    ["empty", ""],
    ["of another shape", '{"schemaVersion":1}'],
    ["of a later layout", JSON.stringify({ ...emptyManifest(), schemaVersion: 2 })],
    ["with a damaged stage", JSON.stringify({ ...emptyManifest(), stages: { score: { key: "x" } } })],
  ])("throws BAD_WORKSPACE for one that is %s, naming the file", async (_, content) => {
    const root = temporaryFolder({ "manifest.json": content });
    await expect(readManifest({ root })).rejects.toMatchObject({
      code: "BAD_WORKSPACE",
      message: expect.stringContaining(join(root, "manifest.json")),
    });
  });
});

test("tableFiles gives the parts in order, and nothing else", () => {
  const root = temporaryFolder({
    "things/part-00010.parquet": "",
    "things/part-00002.parquet": "",
    "things/part-00003.parquet.tmp": "",
    "things/notes.txt": "",
  });
  const parts = ["part-00002.parquet", "part-00010.parquet"].map((name) => join(root, "things", name));
  expect(tableFiles({ root }, "things")).toEqual(parts);
  expect(tableFiles({ root }, "others")).toEqual([]);
});

test("tableSql of a table that does not exist has its columns and no rows", () => {
  expect(tableSql({ root: "/nowhere" }, schema)).toBe(
    '(SELECT NULL::VARCHAR AS "id", NULL::INTEGER AS "n" WHERE false)',
  );
});
