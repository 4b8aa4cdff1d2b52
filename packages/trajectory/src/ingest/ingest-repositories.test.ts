import { rmSync } from "node:fs";
import { join } from "node:path";
import { openTables, openWorkspace } from "@memop/core";
import { expect, onTestFinished, test } from "vitest";
import { tasksTable } from "../tables/tasks-table.ts";
import { makeGitRepository } from "../testing/git-repository.ts";
import { chatRow, ingestOptions, temporaryFolder, writeFiles } from "../testing/ingest-fixtures.ts";
import { type IngestOptions, ingest } from "./ingest.ts";

/** A folder with a repository below `repos`, and a task whose gold patch the patch alone misreads. */
function prepared(): { folder: string; root: string; repos: string } {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const repos = join(folder, "repos");
  const filler = Array.from({ length: 9 }, (_, at) => `        x${at} = ${at}\n`).join("");
  const text = `class A:\n    def f(self):\n${filler}        return 1\n`;
  const { commit, git } = makeGitRepository(join(repos, "acme__tool"));
  const base = commit({ "a.py": text });
  commit({ "a.py": text.replace("return 1", "return 2") });
  const row = {
    instance_id: "acme__tool-1",
    repo: "acme/tool",
    base_commit: base,
    patch: `${git("diff", base, "HEAD")}\n`,
    problem_statement: "p",
  };
  writeFiles(folder, { "tasks.jsonl": `${JSON.stringify(row)}\n`, "runs.jsonl": `${chatRow("acme__tool-1", "a")}\n` });
  return { folder, root: join(folder, "ws"), repos };
}

async function goldOf(root: string): Promise<unknown> {
  const database = await openTables(openWorkspace(root), [tasksTable]);
  try {
    return await database.all("SELECT gold_functions, gold_functions_from, gold_functions_reasons FROM tasks");
  } finally {
    database.close();
  }
}

const exact = [
  { gold_functions: [{ file: "a.py", name: "A.f" }], gold_functions_from: "source", gold_functions_reasons: [] },
];

test("gold functions are looked up in the repositories, also for a workspace that was made without them", async () => {
  const { folder, root, repos } = prepared();
  const read = (paths: string[], more: Partial<IngestOptions> = {}) =>
    ingest(root, ingestOptions(paths, more), { workingFolder: folder, workers: 1 });
  await read(["tasks.jsonl"]);
  expect(await goldOf(root)).toEqual([
    { gold_functions: [], gold_functions_from: "patch", gold_functions_reasons: [] },
  ]);
  await read(["tasks.jsonl"], { repos });
  expect(await goldOf(root)).toEqual(exact);
  await read(["runs.jsonl"]);
  expect(await goldOf(root), "after more runs were added").toEqual(exact);
});

test("a folder of repositories that is not there is an error before anything is made", async () => {
  const { folder, root } = prepared();
  const options = ingestOptions(["tasks.jsonl"], { repos: join(folder, "none") });
  await expect(ingest(root, options, { workingFolder: folder })).rejects.toThrow(/none is no folder/);
  expect(() => openWorkspace(root)).toThrow();
});
