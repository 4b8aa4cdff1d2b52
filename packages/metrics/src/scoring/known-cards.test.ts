import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTables, type Row, readManifest, runStage, tableFiles, type Workspace } from "@memop/core";
import { ingest } from "@memop/trajectory";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { type ScoreOptions, scoreWorkspace } from "../score-workspace.ts";
import { scoresTable } from "../scores-table.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-known-cards-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;

/** A chat row whose agent changes `src/a.py` by a shell command after some turns. */
function chatRow(task: string, turns: number, resolved: boolean): string {
  const call = (command: string, id: string): unknown => ({
    id,
    type: "function",
    function: { name: "bash", arguments: JSON.stringify({ command }) },
  });
  const messages = Array.from({ length: turns }, (_, turn) => [
    {
      role: "assistant",
      content: `${task} ${turn}`,
      tool_calls: [call(turn === turns - 1 ? "sed -i 's/1/2/' src/a.py" : "ls", `c${turn}`)],
    },
    { role: "tool", tool_call_id: `c${turn}`, content: "" },
  ]).flat();
  return JSON.stringify({ instance_id: task, resolved, messages: [{ role: "user", content: "fix it" }, ...messages] });
}

function taskRow(task: string): string {
  const patch = "diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1,2 +1,2 @@ def a():\n-1\n+2\n";
  const row = { instance_id: task, repo: "o/r", base_commit: "c0", patch, test_patch: "", problem_statement: "wrong" };
  return JSON.stringify({ ...row, FAIL_TO_PASS: ["t"], PASS_TO_PASS: [] });
}

/** A folder with the given lines by file name, and a workspace that reads them. */
function place(files: Readonly<Record<string, readonly string[]>>) {
  made += 1;
  const home = join(folder, String(made));
  const workspace: Workspace = { root: join(home, "ws") };
  mkdirSync(home, { recursive: true });
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(home, name), `${lines.join("\n")}\n`);
  const read = async (...paths: readonly string[]): Promise<void> => {
    const options = { paths, tasks: [], results: [], memories: [], condition: "none", run: null, labels: null };
    await ingest(workspace.root, { ...options, format: null, shard: null }, { workingFolder: home });
  };
  return {
    workspace,
    read,
    score: (options: ScoreOptions = {}) => scoreWorkspace(workspace, { budget: 9, ...options }),
  };
}

function scoresOf(workspace: Workspace): Buffer[] {
  return tableFiles(workspace, "scores").map((file) => readFileSync(file));
}

async function rowsOf(workspace: Workspace): Promise<Row[]> {
  const database = await openTables(workspace, [scoresTable]);
  try {
    return await database.all("SELECT * FROM scores ORDER BY task_id");
  } finally {
    database.close();
  }
}

/** Puts 12.5 into every card: a card that is made anew loses it. */
async function mark(workspace: Workspace): Promise<void> {
  const rows = (await rowsOf(workspace)).map((row) => ({ ...row, la_file_all: 12.5 }));
  const { result } = (await readManifest(workspace)).stages.score ?? { result: {} };
  await runStage(workspace, {
    name: "score",
    config: { marked: true },
    reads: [],
    async body({ write }) {
      await write(scoresTable, rows);
      return { read: rows.length, used: rows.length, result };
    },
  });
}

describe("scoring a workspace that has cards already", () => {
  test("makes the cards of new rollouts alone", async () => {
    const { workspace, read, score } = place({
      "a.jsonl": [chatRow("o__r-1", 2, true)],
      "b.jsonl": [chatRow("o__r-2", 3, false)],
      "tasks.jsonl": [taskRow("o__r-1"), taskRow("o__r-2")],
    });
    await read("a.jsonl", "tasks.jsonl");
    await score();
    await mark(workspace);
    await read("b.jsonl");
    expect(await score()).toEqual({ scored: 2, skipped: 0, byReason: {}, budget: 9 });
    expect((await rowsOf(workspace)).map((row) => row.la_file_all)).toEqual([12.5, 100]);
    await score({ force: true });
    expect((await rowsOf(workspace)).map((row) => row.la_file_all)).toEqual([100, 100]);
  });

  test.each([
    ["another budget", { budget: 7 }, null],
    ["another way", { compat: "openhands-loc-eval" }, null],
    ["a task that is known now", {}, "tasks.jsonl"],
    ["an outcome that is known now", {}, "report.json"],
  ] as const)("makes a card anew with %s", async (_, options, path) => {
    const { workspace, read, score } = place({
      "a.jsonl": [chatRow("o__r-1", 2, true).replace('"resolved":true,', "")],
      "tasks.jsonl": [taskRow("o__r-1")],
      "report.json": ['{"resolved_ids":["o__r-1"],"unresolved_ids":[]}'],
    });
    await read("a.jsonl", ...(path === "tasks.jsonl" ? ["report.json"] : ["tasks.jsonl"]));
    await score();
    await mark(workspace);
    if (path !== null) await read(path);
    await score(options);
    expect((await rowsOf(workspace))[0]?.la_file_all).not.toBe(12.5);
  });

  test("gives the same table byte for byte, however the inputs came", async () => {
    const anyRows = fc.uniqueArray(
      fc.record({
        task: fc.integer({ min: 1, max: 9 }),
        turns: fc.integer({ min: 1, max: 4 }),
        resolved: fc.boolean(),
      }),
      { maxLength: 6, selector: ({ task }) => task },
    );
    await fc.assert(
      fc.asyncProperty(anyRows, fc.nat(6), async (rows, cut) => {
        const lines = rows.map(({ task, turns, resolved }) => chatRow(`o__r-${task}`, turns, resolved));
        const files = {
          "a.jsonl": lines.slice(0, cut),
          "b.jsonl": lines.slice(cut),
          "tasks.jsonl": rows.map(({ task }) => taskRow(`o__r-${task}`)),
        };
        const grown = place(files);
        await grown.read("a.jsonl");
        await grown.score();
        await grown.read("b.jsonl", "tasks.jsonl");
        const whole = place(files);
        await whole.read("a.jsonl", "b.jsonl", "tasks.jsonl");
        expect(await grown.score()).toEqual(await whole.score());
        expect(scoresOf(grown.workspace)).toEqual(scoresOf(whole.workspace));
      }),
      { numRuns: 4 },
    );
  });
});
