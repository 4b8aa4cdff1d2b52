import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openTables, openWorkspace } from "@memop/core";
import { expect, onTestFinished, test } from "vitest";
import { pseudonymizerOf } from "../pseudonyms/pseudonymizer.ts";
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
import { type IngestContext, ingest } from "./ingest.ts";

function prepared(): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const said = "I am annabel@corp.io in /home/annabel/project; annabel it is.";
  writeFiles(folder, {
    "home/annabel/runs.jsonl": `${chatRow("o__r-1", said, { working_dir: "/home/annabel/project" })}\n${chatRow("o__r-2", "b")}\n`,
    "home/annabel/tasks.jsonl": `${taskRow("o__r-1").replace("a is wrong", "/home/annabel/x fails")}\n`,
    "home/annabel/odd.json": '{"who": "/home/annabel"}\n',
  });
  return folder;
}

async function everything(root: string): Promise<string> {
  const database = await openTables(openWorkspace(root), [trajectoriesTable, tasksTable, recordsTable]);
  try {
    const tables = ["trajectories", "tasks", "records"].map((name) => database.all(`SELECT * FROM ${name}`));
    const rows = JSON.stringify(await Promise.all(tables), (_, value) =>
      typeof value === "bigint" ? Number(value) : value,
    );
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    return [rows, ...files].join("\n");
  } finally {
    database.close();
  }
}

const context = (folder: string, salt: string | null): IngestContext => ({
  workingFolder: folder,
  workers: 1,
  ...(salt === null ? {} : { pseudonymizer: pseudonymizerOf(salt) }),
});

test("no name is left in the tables, in what was refused and in the manifest", async () => {
  const folder = prepared();
  const root = join(folder, "ws");
  const result = await ingest(root, ingestOptions(["home"]), context(folder, "first salt"));
  expect(result).toMatchObject({ used: 3, refused: 1 });
  const stored = await everything(root);
  expect(stored).not.toMatch(/annabel/i);
  expect(stored).toContain(pseudonymizerOf("first salt").text("/home/annabel/project"));
  expect(stored).not.toContain("first salt");
});

test("the same salt gives the same tables and does nothing twice, another one other tables", async () => {
  const folder = prepared();
  const read = async (root: string, salt: string | null) => {
    await ingest(join(folder, root), ingestOptions(["home"]), context(folder, salt));
    return tableHashes(join(folder, root));
  };
  const first = await read("ws-1", "first salt");
  expect(await read("ws-2", "first salt")).toEqual(first);
  expect(await read("ws-1", "first salt")).toEqual(first);
  expect(await read("ws-3", "second salt")).not.toEqual(first);
  expect(await everything(join(folder, "ws-3"))).not.toMatch(/annabel/i);
});

test("a file that changed is read anew under its pseudonym", async () => {
  const folder = prepared();
  const root = join(folder, "ws");
  await ingest(root, ingestOptions(["home"]), context(folder, "first salt"));
  writeFiles(folder, {
    "home/annabel/runs.jsonl": `${chatRow("o__r-3", "more words than before, so that its size differs")}\n`,
  });
  await ingest(root, ingestOptions(["home"]), context(folder, "first salt"));
  const database = await openTables(openWorkspace(root), [trajectoriesTable]);
  try {
    expect(await database.all("SELECT task_id FROM trajectories")).toEqual([{ task_id: "o__r-3" }]);
  } finally {
    database.close();
  }
});
