import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { importTable, openOrCreateWorkspace, openTables, type Row, readManifest } from "@memop/core";
import { describe, expect, test } from "vitest";
import { recordsTable } from "../tables/records-table.ts";
import { tasksTable } from "../tables/tasks-table.ts";
import { trajectoriesTable } from "../tables/trajectories-table.ts";
import {
  chatRow,
  ingestOptions,
  tableHashes,
  taskRow,
  temporaryFolder,
  writeFiles,
} from "../testing/ingest-fixtures.ts";
import { type IngestOptions, ingest } from "./ingest.ts";

function place(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const root = join(folder, "ws");
  const read = (paths: readonly string[], more: Partial<IngestOptions> = {}) =>
    ingest(root, ingestOptions(paths, more), { workingFolder: folder });
  const query = async (sql: string): Promise<Row[]> => {
    const database = await openTables({ root }, [trajectoriesTable, recordsTable]);
    try {
      return await database.all(sql);
    } finally {
      database.close();
    }
  };
  const loseTrajectories = (): void => {
    for (const name of readdirSync(join(root, "trajectories"))) rmSync(join(root, "trajectories", name));
  };
  return { root, folder, read, query, loseTrajectories };
}

describe("a call on a workspace that has something already", () => {
  test("makes lost tables anew when it reads all that they held", async () => {
    const { read, query, loseTrajectories } = place({ "a.jsonl": chatRow("o__r-1", "a") });
    await read(["a.jsonl"]);
    loseTrajectories();
    expect(await read(["a.jsonl"])).toMatchObject({ read: 1, used: 1, known: 0 });
    expect(await query("SELECT task_id FROM trajectories")).toEqual([{ task_id: "o__r-1" }]);
  });

  test("is turned away when tables are lost that it cannot make anew", async () => {
    const { read, loseTrajectories } = place({ "a.jsonl": chatRow("o__r-1", "a"), "b.jsonl": chatRow("o__r-2", "b") });
    await read(["a.jsonl"]);
    await read(["b.jsonl"]);
    loseTrajectories();
    await expect(read(["b.jsonl"])).rejects.toMatchObject({
      code: "BAD_WORKSPACE",
      hint: expect.stringContaining("a.jsonl"),
    });
    expect(await read(["a.jsonl", "b.jsonl"])).toMatchObject({ read: 2, used: 2 });
  });

  test("reads a report again when it is now given for every rollout", async () => {
    const { read, query } = place({
      "runs/a.jsonl": chatRow("o__r-1", "a"),
      "eval/report.json": '{"resolved_ids":["o__r-1"],"unresolved_ids":[]}',
    });
    await read(["runs", "eval"]);
    expect(await read(["runs"], { results: ["eval"] })).toMatchObject({ read: 1, known: 1 });
    expect(await query("SELECT payload_json->>'everywhere' AS every FROM records WHERE kind = 'outcome'")).toEqual([
      { every: "true" },
    ]);
  });

  test("keeps the names of those files alone that it read itself", async () => {
    const { root, read } = place({ "a.jsonl": chatRow("o__r-1", "a"), "b.jsonl": chatRow("o__r-2", "b") });
    await read(["a.jsonl"]);
    await read(["a.jsonl", "b.jsonl"]);
    const calls = (await readManifest({ root })).stages.ingest?.config.calls as { sources: object }[];
    expect(calls.map((call) => Object.keys(call.sources).length)).toEqual([1, 1]);
    expect(await read(["a.jsonl", "b.jsonl"])).toMatchObject({ read: 1, known: 1 });
  });
});

describe("a call on a workspace with imported rows", () => {
  const importTasks = async (root: string, folder: string, tasks: readonly string[]): Promise<void> => {
    writeFiles(folder, { "tasks.csv": `task_id,repo,note\n${tasks.map((task) => `${task},x/y,by hand\n`).join("")}` });
    const file = { path: join(folder, "tasks.csv"), source: "tasks.csv" };
    await importTable(await openOrCreateWorkspace(root), tasksTable, file, { required: ["task_id"], percent: [] });
  };
  const tasksOf = (root: string): string => tableHashes(root)["tasks/part-00000.parquet"] ?? "no tasks";
  const files = { "a.jsonl": chatRow("o__r-1", "a"), "b.jsonl": `${taskRow("o__r-1")}\n${taskRow("o__r-3")}` };

  test("keeps them, as if they had been imported after it", async () => {
    const before = place(files);
    await before.read(["a.jsonl"]);
    await importTasks(before.root, before.folder, ["o__r-1", "o__r-2"]);
    await before.read(["b.jsonl"]);
    await before.read(["a.jsonl", "b.jsonl"]);
    const after = place(files);
    await after.read(["a.jsonl", "b.jsonl"]);
    await importTasks(after.root, after.folder, ["o__r-1", "o__r-2"]);
    expect(tasksOf(before.root)).toBe(tasksOf(after.root));
    const database = await openTables({ root: before.root }, [tasksTable]);
    try {
      expect(await database.all("SELECT task_id, repo, note FROM tasks ORDER BY task_id")).toEqual([
        { task_id: "o__r-1", repo: "x/y", note: "by hand" },
        { task_id: "o__r-2", repo: "x/y", note: "by hand" },
        { task_id: "o__r-3", repo: "o/r", note: null },
      ]);
    } finally {
      database.close();
    }
  });

  test("keeps those of several imports", async () => {
    const { root, folder, read } = place(files);
    await importTasks(root, folder, ["o__r-7"]);
    await importTasks(root, folder, ["o__r-8"]);
    await read(["b.jsonl"]);
    const database = await openTables({ root }, [tasksTable]);
    try {
      const rows = await database.all("SELECT task_id FROM tasks ORDER BY task_id");
      expect(rows.map((row) => row.task_id)).toEqual(["o__r-1", "o__r-3", "o__r-7", "o__r-8"]);
    } finally {
      database.close();
    }
  });

  test("is turned away when they do not stand apart: an earlier version imported them", async () => {
    const { root, folder, read } = place(files);
    await importTasks(root, folder, ["o__r-7"]);
    rmSync(join(root, "imported_tasks"), { recursive: true });
    await expect(read(["b.jsonl"])).rejects.toMatchObject({
      code: "BAD_WORKSPACE",
      hint: expect.stringContaining("new"),
    });
  });
});
