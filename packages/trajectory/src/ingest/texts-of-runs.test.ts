import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../testing/ingest-fixtures.ts";
import { readStaged } from "./read-staged.ts";

async function readFiles(files: Readonly<Record<string, string>>): Promise<unknown[]> {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const rows: unknown[] = [];
  for await (const { row, format } of readStaged(["."], folder)) {
    const payload = row.kind === "refused" ? (JSON.parse(row.payload_json as string) as { reason: string }) : null;
    rows.push([row.source_file, payload === null ? format : payload.reason]);
  }
  return rows;
}

test("a text of a run may begin like JSON, or be empty", async () => {
  const trial = "run/t/t.1-of-1";
  expect(
    await readFiles({
      [`${trial}/commands.txt`]: "['ls', 'Enter']\n",
      [`${trial}/sessions/agent.log`]: "[root@x /]# ls\na.py\n",
      "diffs/fail/o__r-1-diff.txt": "",
    }),
  ).toEqual([
    ["diffs/fail/o__r-1-diff.txt", "plain-diff"],
    ["diffs/fail/o__r-1-diff.txt", "plain-diff"],
    [`${trial}/commands.txt`, "terminal-bench"],
  ]);
});

test("what is no text of a run is refused for what it is", async () => {
  expect(await readFiles({ "a.txt": "['ls']", "b.txt": "", "c.json": '{"a": [1, ' })).toEqual([
    ["a.txt", "invalid-json"],
    ["b.txt", "empty"],
    ["c.json", "truncated-json"],
  ]);
});
