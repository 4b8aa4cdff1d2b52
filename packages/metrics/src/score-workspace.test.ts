import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOrCreateWorkspace, openTables, type Row, runStage, type TableSchema, type Workspace } from "@memop/core";
import {
  openRepositories,
  outcomesTable,
  type Trajectory,
  type TurnEdit,
  tasksTable,
  trajectoriesTable,
} from "@memop/trajectory";
import { makeGitRepository } from "@memop/trajectory/testing";
import { afterAll, describe, expect, test } from "vitest";
import { type ScoreOptions, scoreWorkspace } from "./score-workspace.ts";
import { scoresTable } from "./scores-table.ts";
import { makeEdit, makeTrajectory } from "./testing/index.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-score-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const patch = [
  "diff --git a/src/a.py b/src/a.py",
  "--- a/src/a.py",
  "+++ b/src/a.py",
  "@@ -1,3 +1,3 @@",
  " def f(x):",
  "-    return x",
  "+    return x + 1",
  "     # end",
  "",
].join("\n");

const task = {
  task_id: "owner__name-1",
  gold_patch: patch,
  gold_files: ["src/a.py"],
  gold_functions: [{ file: "src/a.py", name: "f" }],
};

function rollout(id: string, turns: number, edits: readonly TurnEdit[], fields: Row = {}): Row {
  const trajectory = makeTrajectory(turns, { extra: { edits } });
  return {
    trajectory_id: id,
    task_id: "owner__name-1",
    condition: "none",
    turns,
    health: "healthy",
    agent: "agent",
    trajectory_json: JSON.stringify(trajectory),
    ...fields,
  };
}

/** Edits that the test put into the trajectory itself. */
const extractEdits = ({ extra }: Trajectory): readonly TurnEdit[] => extra.edits as TurnEdit[];

async function workspaceOf(
  name: string,
  tables: readonly (readonly [TableSchema, readonly Row[]])[],
): Promise<Workspace> {
  const workspace = await openOrCreateWorkspace(join(folder, name));
  await runStage(workspace, {
    name: "ingest",
    config: {},
    reads: [],
    async body({ write }) {
      for (const [schema, rows] of tables) await write(schema, rows);
      return { read: 0, used: 0, result: {} };
    },
  });
  return workspace;
}

async function cardsOf(workspace: Workspace, options: Partial<ScoreOptions> = {}): Promise<Row[]> {
  await scoreWorkspace(workspace, { extractEdits, ...options });
  const database = await openTables(workspace, [scoresTable]);
  const rows = await database.all("SELECT * FROM scores ORDER BY trajectory_id");
  database.close();
  return rows;
}

describe("a workspace with tasks and outcomes", async () => {
  const workspace = await workspaceOf("full", [
    [tasksTable, [task]],
    [
      trajectoriesTable,
      [
        rollout("a", 10, [makeEdit(4, "src/a.py", { functions: ["f"] })], { budget: 20 }),
        rollout("b", 10, [], { budget: 20, condition: "m", memory_id: "m1", cost_usd: 0.5 }),
        rollout("c", 10, [], { health: "infra" }),
        rollout("d", 10, [], { task_id: null }),
        rollout("e", 10, [], { task_id: "other__name-2" }),
        rollout("f", 10, [], { task_id: "other__name-3", trajectory_json: null }),
      ],
    ],
    [
      outcomesTable,
      [
        { trajectory_id: "a", task_id: "owner__name-1", resolved: true, health: "healthy" },
        { trajectory_id: "b", task_id: "owner__name-1", resolved: false, health: "timeout" },
        { trajectory_id: "f", task_id: "other__name-3", resolved: false, health: "healthy" },
      ],
    ],
  ]);

  test("has a card for every rollout that can have one, and says why the others have none", async () => {
    const seen: number[] = [];
    const result = await scoreWorkspace(workspace, {
      extractEdits,
      force: true,
      onProgress: (done) => seen.push(done),
    });
    expect(result).toEqual({
      scored: 2,
      skipped: 4,
      byReason: { infra: 1, "no-task": 2, "no-trajectory": 1 },
      budget: 20,
    });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    const refused = readFileSync(join(workspace.root, "refused", "score.jsonl"), "utf8")
      .trim()
      .split("\n");
    expect(refused.map((line) => (JSON.parse(line) as { source: string }).source).sort()).toEqual(["c", "d", "e", "f"]);
  });

  test("has the ten metrics in percent", async () => {
    const [a, b] = await cardsOf(workspace);
    // Located at turn 4 of 20: (20 - 4)/20 = 80 %. Resolved after 10 of 20 turns: 50 %.
    expect(a).toMatchObject({
      la_file_1: 100,
      la_func_all: 100,
      le_file_1: 80,
      le_func_all: 80,
      sr: 100,
      e_resolve: 50,
      repo: "owner/name",
    });
    expect(b).toMatchObject({
      la_file_1: 0,
      le_file_1: 0,
      sr: 0,
      e_resolve: 0,
      health: "timeout",
      memory_id: "m1",
      cost_usd: 0.5,
    });
  });

  test("takes the budget of the option before that of the run", async () => {
    const [a] = await cardsOf(workspace, { budget: 40 });
    expect(a).toMatchObject({ budget: 40, le_file_1: 90, e_resolve: 75 });
  });

  test("shards by task: together the shards are the whole", async () => {
    const parts: unknown[] = [];
    for (const index of [0, 1, 2]) {
      const rows = await cardsOf(workspace, { shard: { index, count: 3 } });
      parts.push(...rows.map((row) => row.trajectory_id));
    }
    expect(parts.sort()).toEqual(["a", "b"]);
  });
});

test("without tasks and budget, what needs them is null and noted", async () => {
  const workspace = await workspaceOf("bare", [
    [trajectoriesTable, [rollout("a", 3, [])]],
    [outcomesTable, [{ trajectory_id: "a", task_id: "owner__name-1", resolved: true, health: "healthy" }]],
  ]);
  const [card] = await cardsOf(workspace);
  expect(card).toMatchObject({ sr: 100, e_resolve: null, la_file_1: null, le_file_1: null, budget: null });
  expect(card?.notes).toEqual(["no-gold-patch", "budget-unknown"]);
});

test("finds edits of tools and of shell text by itself", async () => {
  const run = "sed -i 's/return x$/return x + 1/' src/a.py";
  const trajectory = makeTrajectory(5);
  const steps = trajectory.steps.map((step) =>
    step.turn === 2
      ? {
          ...step,
          toolCalls: [{ id: "call-1", name: "bash", arguments: { command: run } }],
          observations: [{ callId: "call-1", content: "", isError: false, exitCode: 0 }],
        }
      : step,
  );
  const row = { ...rollout("a", 5, []), budget: 10, trajectory_json: JSON.stringify({ ...trajectory, steps }) };
  const workspace = await workspaceOf("shell", [
    [tasksTable, [task]],
    [trajectoriesTable, [row]],
    [outcomesTable, [{ trajectory_id: "a", task_id: "owner__name-1", resolved: false, health: "healthy" }]],
  ]);
  await scoreWorkspace(workspace);
  const database = await openTables(workspace, [scoresTable]);
  // Located at turn 2 of 10: 80 %.
  expect(await database.all("SELECT la_file_1, le_file_1 FROM scores")).toEqual([{ la_file_1: 100, le_file_1: 80 }]);
  database.close();
});

test("with the repositories, functions are found in the sources, and the card says where they were not", async () => {
  const repos = join(folder, "repositories");
  const filler = Array.from({ length: 9 }, (_, at) => `        x${at} = ${at}\n`).join("");
  const text = `class A:\n    def f(self):\n${filler}        return 1\n`;
  const { commit, git } = makeGitRepository(join(repos, "name"));
  const base = commit({ "src/a.py": text });
  commit({ "src/a.py": text.replace("return 1", "return 2") });
  const gold = { ...task, repo: "owner/name", base_commit: base, gold_patch: `${git("diff", base, "HEAD")}\n` };
  const workspace = await workspaceOf("with-repositories", [
    [tasksTable, [{ ...gold, gold_functions: [], gold_functions_from: "patch", gold_functions_reasons: [] }]],
    [
      trajectoriesTable,
      ["s/return 1/return 2/", "s/no*where/x/"].map((script, at) => ({
        ...rollout(`t${at}`, 1, []),
        trajectory_json: JSON.stringify(shellRun(`sed -i '${script}' src/a.py`)),
      })),
    ],
  ]);
  const repositories = openRepositories(repos);
  try {
    await scoreWorkspace(workspace, { budget: 10, repositories });
    const columns = "trajectory_id, la_file_1, la_func_1, functions_from, notes";
    expect(await rowsOf(workspace, `SELECT ${columns} FROM scores ORDER BY trajectory_id`)).toEqual([
      { trajectory_id: "t0", la_file_1: 100, la_func_1: 100, functions_from: "source", notes: ["outcome-unknown"] },
      {
        trajectory_id: "t1",
        la_file_1: 100,
        la_func_1: 0,
        functions_from: "mixed",
        notes: ["outcome-unknown", "edited-functions-from-run:place-unknown=1"],
      },
    ]);
    await scoreWorkspace(workspace, { budget: 10 });
    expect(await rowsOf(workspace, "SELECT la_func_1, functions_from FROM scores ORDER BY trajectory_id")).toEqual([
      { la_func_1: null, functions_from: "patch" },
      { la_func_1: null, functions_from: "patch" },
    ]);
  } finally {
    repositories.close();
  }
});

/** A run of one shell command that worked. */
function shellRun(command: string): Trajectory {
  return makeTrajectory(1, {
    steps: makeTrajectory(1).steps.map((step) => ({
      ...step,
      toolCalls: [{ id: "c", name: "bash", arguments: { command } }],
      observations: [{ callId: "c", content: "", isError: null, exitCode: 0 }],
    })),
  });
}

async function rowsOf(workspace: Workspace, query: string): Promise<readonly Row[]> {
  const database = await openTables(workspace, [scoresTable]);
  try {
    return await database.all(query);
  } finally {
    database.close();
  }
}
