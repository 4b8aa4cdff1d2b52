import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Row } from "@memop/core";
import { aTask } from "@memop/hygiene/testing";
import { mapMetrics, scoresTable } from "@memop/metrics";
import { makeScoresRow } from "@memop/metrics/testing";
import { conditionsTable, memoriesTable, type Repositories, tasksTable } from "@memop/trajectory";
import { afterAll, describe, expect, test } from "vitest";
import { curateWorkspace } from "../curate-workspace.ts";
import { makeWorkspace, rowsOf, taskRow } from "../testing/make-workspace.ts";
import { setChecksTable } from "./set-checks-table.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-set-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const card = (task: string, condition: string, value: number, memory: string | null = null): Row =>
  makeScoresRow(`${task}-${condition}-${memory}`, {
    task_id: task,
    ...mapMetrics(() => value),
    condition,
    memory_id: memory,
  });
const tasks = ["t1", "t2", "t3"];
const memory = (id: string, text: string, fields: Row = {}): Row => ({
  memory_id: id,
  text,
  condition: "md",
  repo: "owner/name",
  source_trajectory_ids: [],
  ...fields,
});
/** Every memory helps alone. */
const alone = (...memories: readonly string[]): Row[] =>
  tasks.flatMap((task) => [card(task, "none", 40), ...memories.map((id) => card(task, "md", 60, id))]);

describe("rollouts with several memories", async () => {
  const workspace = await makeWorkspace(
    join(folder, "together"),
    [
      scoresTable,
      [
        ...alone("a", "b", "c"),
        ...tasks.flatMap((task) => [card(task, "a+b", 30), card(task, "everything", 65), card(task, "x+y", 50)]),
      ],
    ],
    [memoriesTable, [memory("a", "read a.py"), memory("b", "run the tests"), memory("c", "look at c.py")]],
    [conditionsTable, [{ condition: "everything", notes_json: JSON.stringify({ memory_ids: ["c", "a", "b"] }) }]],
  );
  const result = await curateWorkspace(workspace);
  const rows = await rowsOf(workspace, setChecksTable);

  test("are judged as arms of their own, told by the condition's notes or by a label of ids", () => {
    expect(rows.filter((row) => row.kind === "together")).toMatchObject([
      { memory_ids: ["a", "b"], condition: "a+b", verdict: "reject", reward: -10, reward_alone: 20, pairs_used: 3 },
      { memory_ids: ["a", "b", "c"], condition: "everything", verdict: "accept", reward: 25, pairs_possible: 3 },
    ]);
  });

  test("show memories that pass alone and harm together", () => {
    expect(rows.filter((row) => row.kind === "jointly-harmful")).toMatchObject([
      {
        memory_ids: ["a", "b"],
        reasons: expect.arrayContaining(["harm:sr:-10"]),
        evidence: ["a alone: accept, r 20", "b alone: accept, r 20"],
      },
    ]);
    expect(result).toMatchObject({ accepted: 3, set: { together: 2, "jointly-harmful": 1 } });
  });

  test("are used cards; those of an unknown combination are not", async () => {
    const again = await curateWorkspace(workspace, { by: "condition" });
    expect(again.by).toBe("condition");
    expect((await rowsOf(workspace, setChecksTable)).map((row) => row.kind)).toEqual(["together", "together"]);
  });
});

describe("accepted memories of one repository", async () => {
  const long = Array.from({ length: 30 }, (_, at) => `step${at} of the plan`).join(", ");
  const workspace = await makeWorkspace(
    join(folder, "texts"),
    [scoresTable, alone("edit", "spare", "calm", "short", "long", "elsewhere")],
    [
      memoriesTable,
      [
        memory("edit", "# Cart\n- Always edit `src/cart.py` directly.\n- The tests live in tests/."),
        memory("spare", "1. Never edit `src/cart.py` directly.\n2. Regenerate it instead."),
        memory("calm", "Do not panic. The file `src/cart.py` is long; do not read it as a whole."),
        memory("short", long),
        memory("long", `${long}, and then ${long.replaceAll("step", "more")}`),
        memory("elsewhere", "Never edit `src/cart.py` directly!", { repo: "owner/other" }),
      ],
    ],
  );
  await curateWorkspace(workspace);
  const rows = await rowsOf(workspace, setChecksTable);

  test("contradict each other where one denies what the other says about the same code", () => {
    expect(rows.filter((row) => row.kind === "contradiction")).toMatchObject([
      {
        memory_ids: ["edit", "spare"],
        repo: "owner/name",
        evidence: ["“Always edit `src/cart.py` directly.” against “Never edit `src/cart.py` directly.”"],
      },
    ]);
  });

  test("overlap where nearly all of one stands in the other", () => {
    expect(rows.filter((row) => row.kind === "overlap")).toMatchObject([{ memory_ids: ["long", "short"] }]);
  });
});

describe("a repository that moved on", async () => {
  const patch = (from: string | null, to: string | null, body: string): string =>
    [
      `diff --git a/${from ?? to} b/${to ?? from}`,
      ...(from !== null && to !== null && from !== to ? [`rename from ${from}`, `rename to ${to}`] : []),
      `--- ${from === null ? "/dev/null" : `a/${from}`}`,
      `+++ ${to === null ? "/dev/null" : `b/${to}`}`,
      body,
      "",
    ].join("\n");
  const task = (number: number, goldPatch: string, day: number | null) =>
    taskRow(
      aTask({
        taskId: `pallets__flask-${number}`,
        goldPatch,
        testPatch: null,
        failToPass: [],
        baseCommit: `c${number}`.padEnd(40, "0"),
        createdAt: day === null ? null : `2024-01-0${day}T00:00:00Z`,
      }),
    );
  const removed = patch("src/gone.py", null, "@@ -1 +0,0 @@\n-x = 1");
  const renamed = patch("src/old_name.py", "src/new_name.py", "@@ -1 +1 @@\n-x = 1\n+x = 2");
  const symbol = patch(
    "src/cart.py",
    "src/cart.py",
    "@@ -1,2 +1,2 @@\n-def total_of(items):\n+def sum_of(items):\n     return 0",
  );
  const restored = patch("src/back.py", null, "@@ -1 +0,0 @@\n-x = 1");
  const again = patch(null, "src/back.py", "@@ -0,0 +1 @@\n+x = 1");
  const own = { repo: "pallets/flask", task_id: "pallets__flask-2" };
  const cards = ["old", "fresh", "vague"].flatMap((id) => [
    card("pallets__flask-2", "md", 60, id),
    card("pallets__flask-2", "none", 40),
  ]);
  const tables = (tasksOf: readonly Row[]) =>
    [
      [scoresTable, [...new Map(cards.map((row) => [row.trajectory_id, row])).values()]],
      [tasksTable, tasksOf],
      [
        memoriesTable,
        [
          memory(
            "old",
            "See src/gone.py and /testbed/src/old_name.py; `total_of` in src/cart.py; src/back.py; src/early.py.",
            own,
          ),
          memory("fresh", "See src/new_name.py, and sum_of of src/other.py.", own),
          memory("vague", "total_of is in cart.py; gone.py is of no use.", own),
        ],
      ],
    ] as const;
  const history = [
    task(1, patch("src/early.py", null, "@@ -1 +0,0 @@\n-x = 1"), 1),
    task(2, patch("src/own.py", null, "@@ -1 +0,0 @@\n-x = 1"), 2),
    task(3, `${removed}${renamed}${restored}`, 3),
    task(4, `${symbol}${again}`, 4),
  ];

  test("leaves memories that name what later reference solutions removed, renamed or changed", async () => {
    const workspace = await makeWorkspace(join(folder, "dated"), ...tables(history));
    expect((await curateWorkspace(workspace)).set).toEqual({
      "file-changed": 1,
      "file-removed": 1,
      "file-renamed": 1,
      "symbol-removed": 1,
    });
    const rows = await rowsOf(workspace, setChecksTable);
    expect(rows.map((row) => [row.kind, row.memory_ids, row.evidence])).toEqual([
      ["file-changed", ["old"], ["src/cart.py: pallets__flask-4"]],
      ["file-removed", ["old"], ["src/gone.py: pallets__flask-3"]],
      ["file-renamed", ["old"], ["src/old_name.py is now src/new_name.py: pallets__flask-3"]],
      ["symbol-removed", ["old"], ["total_of of src/cart.py: pallets__flask-4"]],
    ]);
  });

  test("is told by the numbers of ids where dates are missing, and not at all where both are", async () => {
    const undated: Row[] = history.map((row) => ({ ...row, created_at: null }));
    const numbered = await makeWorkspace(join(folder, "numbered"), ...tables(undated));
    expect((await curateWorkspace(numbered)).set).toMatchObject({ "file-removed": 1, "symbol-removed": 1 });
    const unknown = undated.map((row) => ({
      ...row,
      task_id: row.task_id === "pallets__flask-2" ? row.task_id : `x${row.task_id}y`,
    }));
    const blind = await makeWorkspace(join(folder, "blind"), ...tables(unknown));
    expect((await curateWorkspace(blind)).set).toEqual({});
  });

  test("is read off clones where there are some", async () => {
    const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      c2: { "src/cart.py": "def total_of(items):\n    return 0\n", "src/quiet.py": "x = 1\n", "src/back.py": "" },
      c4: { "src/cart.py": "def sum_of(items):\n    return 0\n", "src/back.py": "" },
    };
    const at = (commit: string) => files[commit.replace(/0+$/, "")];
    const repositories: Pick<Repositories, "folder" | "read"> = {
      folder: "clones",
      async read({ repo, baseCommit }, path) {
        const tree = repo === "pallets/flask" && baseCommit !== null ? at(baseCommit) : undefined;
        if (tree === undefined) return { text: null, missing: "no-commit" };
        const text = tree[path];
        return text === undefined ? { text: null, missing: "no-file" } : { text, missing: null };
      },
    };
    const silent = history.map((row) => ({ ...row, gold_patch: null }));
    const [scores, taskTable] = tables(silent);
    const texts = [memory("old", "See `total_of` of src/cart.py, src/quiet.py, src/back.py and src/never.py.", own)];
    const workspace = await makeWorkspace(join(folder, "clones"), scores, taskTable, [memoriesTable, texts]);
    await curateWorkspace(workspace, { repositories });
    expect((await rowsOf(workspace, setChecksTable)).map((row) => [row.kind, row.evidence])).toEqual([
      ["file-removed", ["src/quiet.py is not there at c40000000000, the base commit of pallets__flask-4"]],
      ["symbol-removed", ["total_of of src/cart.py is not there at c40000000000, the base commit of pallets__flask-4"]],
    ]);
  });
});
