import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openHandsCompletions } from "../formats/openhands-completions/openhands-completions.ts";
import { joinFolders } from "./join-folders.ts";
import type { FolderMember, GroupMember, StagedRow } from "./read-inputs.ts";
import { folderOf } from "./source-position.ts";

const fixtures = join(import.meta.dirname, "../formats/openhands-completions/fixtures");
const calls = readFileSync(join(fixtures, "two-calls.raw.jsonl"), "utf8").trim().split("\n");

async function* members(files: readonly string[]): AsyncGenerator<FolderMember> {
  for (const [at, sourceFile] of files.entries()) {
    const position = { source: sourceFile, sourceFile, sourceByte: 0, condition: "none", run: null };
    const value: unknown = JSON.parse(calls[at] ?? "");
    yield { table: "members", folder: folderOf(sourceFile), format: openHandsCompletions.name, value, at: position };
  }
}

async function tables(files: readonly string[]): Promise<(StagedRow | GroupMember)["table"][]> {
  const found: (StagedRow | GroupMember)["table"][] = [];
  for await (const row of joinFolders(members(files))) found.push(row.table);
  return found;
}

test.each([
  ["a folder", ["runs/a/0.json", "runs/a/1.json"]],
  ["the folder of the call", ["0.json", "1.json"]],
  ["the root of an archive", ["a.tgz#0.json", "a.tgz#1.json"]],
  ["a folder of an archive", ["a.tgz#x/0.json", "a.tgz#x/1.json"]],
])("the members of %s are one trajectory", async (_, files) => {
  expect(await tables(files)).toEqual(["records", "trajectories"]);
});

test("the members of two folders are two", async () => {
  expect(await tables(["a/0.json", "b/0.json"])).toEqual(["trajectories", "trajectories"]);
});
