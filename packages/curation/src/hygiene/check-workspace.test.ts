import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Row, readManifest, type Workspace } from "@memop/core";
import { benchmarkOf } from "@memop/hygiene";
import { aTask } from "@memop/hygiene/testing";
import { mapMetrics, scoresTable } from "@memop/metrics";
import { makeScoresRow } from "@memop/metrics/testing";
import { memoriesTable, outcomesTable, type Trajectory, tasksTable, trajectoriesTable } from "@memop/trajectory";
import { aTrajectory } from "@memop/trajectory/testing";
import { afterAll, describe, expect, test } from "vitest";
import type { CurateOptions } from "../curate-options.ts";
import { curateWorkspace } from "../curate-workspace.ts";
import { decisionsTable } from "../decisions-table.ts";
import { planRollouts } from "../plan/plan-rollouts.ts";
import { makeWorkspace, rowsOf, taskRow, trajectoryRow } from "../testing/make-workspace.ts";
import { duplicatesTable } from "./duplicates-table.ts";
import { findingsTable } from "./findings-table.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-checks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let workspaces = 0;
const fresh = (): string => {
  workspaces += 1;
  return join(folder, String(workspaces));
};

const first = aTask();
const second = aTask({ taskId: "pallets__flask-2", problemStatement: "Carts lose their items." });
const goldLine = "result = round(sum(items, start=0.0), currency_digits)";
const fix = "diff --git a/src/cart.py b/src/cart.py\n--- a/src/cart.py\n+++ b/src/cart.py\n@@ -1 +1 @@\n-a\n+b\n";

/** A run that types these commands; what came back is `ok`. */
function typing(taskId: string, ...commands: readonly string[]): Trajectory {
  return aTrajectory({
    taskId,
    finalPatch: fix,
    steps: [
      { source: "user", text: `solve ${taskId}` },
      ...["cat src/cart.py", ...commands].map((command, at) => ({
        source: "agent" as const,
        text: `I go on with ${command}.`,
        toolCalls: [{ id: `c${at}`, name: "bash", arguments: { command } }],
        observations: [{ callId: `c${at}`, content: "ok", isError: false, exitCode: 0 }],
      })),
    ],
  });
}

const card = (id: string, task: string, value: number, fields: Row = {}): Row =>
  makeScoresRow(id, { task_id: task, agent: "test-agent", model: "test-model", ...mapMetrics(() => value), ...fields });
const using = (memory: string): Row => ({ condition: "md", memory_id: memory });
const outcome = (id: string, task: string, resolved: boolean, fields: Row = {}): Row => ({
  trajectory_id: id,
  task_id: task,
  resolved,
  health: "healthy",
  reason: resolved ? "resolved" : "unresolved",
  source: "",
  ...fields,
});
const memory = (id: string, text: string, fields: Row = {}): Row => ({
  memory_id: id,
  text,
  condition: "md",
  task_id: "pallets__flask-1",
  source_trajectory_ids: [],
  ...fields,
});

/** Runs of two tasks in both arms; the run with memory on the first looks the fix up. */
function cheated(): readonly (readonly [typeof scoresTable | typeof memoriesTable, readonly Row[]])[] {
  const [one, two] = ["pallets__flask-1", "pallets__flask-2"];
  return [
    [
      scoresTable,
      [
        card("base-1", one, 40),
        card("base-2", two, 40),
        card("with-1", one, 90, using("m")),
        card("with-2", two, 41, using("m")),
      ],
    ],
    [
      trajectoriesTable as never,
      [
        trajectoryRow("base-1", typing(one, "ls")),
        trajectoryRow("base-2", typing(two, "pytest -q tests")),
        trajectoryRow("with-1", typing(one, "git log --all --oneline -S round"), using("m")),
        trajectoryRow("with-2", typing(two, "grep -rn 'git log --all' docs"), using("m")),
      ],
    ],
    [tasksTable as never, [taskRow(first), taskRow(second)]],
    [
      outcomesTable as never,
      [
        outcome("base-1", one, false),
        outcome("base-2", two, false),
        outcome("with-1", one, true),
        outcome("with-2", two, true),
      ],
    ],
    [memoriesTable, [memory("m", "Totals are rounded late: read src/cart.py first.", { task_id: null })]],
  ];
}

async function decided(workspace: Workspace, options: CurateOptions = {}): Promise<ReadonlyMap<string, Row>> {
  await curateWorkspace(workspace, options);
  return new Map((await rowsOf(workspace, decisionsTable)).map((row) => [row.candidate_id as string, row]));
}

describe("a run that read the fix from history", async () => {
  const workspace = await makeWorkspace(fresh(), ...cheated());
  const result = await curateWorkspace(workspace);

  test("is in no pair, and counts as coverage by its reason", async () => {
    expect(result).toMatchObject({ pairsUsed: 1, pairsPossible: 2, excluded: { "hack-history": 1 } });
    expect(result.hygiene).toMatchObject({ checked: 1, kept: 1, dropped: 0, runsExcluded: { "hack-history": 1 } });
    const [decision] = await rowsOf(workspace, decisionsTable);
    expect(decision).toMatchObject({ reward: 1, reasons: ["excluded:hack-history:1"], rollouts: ["with-2", "base-2"] });
  });

  test("stands in findings with the command as evidence, and among the refused", async () => {
    const findings = (await rowsOf(workspace, findingsTable)).filter((row) => String(row.reason).startsWith("hack"));
    expect(findings).toMatchObject([{ subject_kind: "trajectory", subject_id: "with-1", task_id: "pallets__flask-1" }]);
    expect(findings[0]?.evidence).toMatchObject([
      { place: "step", excerpt: expect.stringContaining("git log --all --oneline -S round") },
    ]);
    const refused = readFileSync(join(workspace.root, "refused/curate.jsonl"), "utf8").trim().split("\n");
    expect(refused.map((line) => JSON.parse(line))).toMatchObject([
      { source: "base-1", reason: "no-counterpart" },
      { source: "with-1", reason: "hack-history" },
    ]);
  });

  test("is what the plan asks to run again", async () => {
    const settings = { baseline: "none", by: "memory", seed: 0 } as const;
    await curateWorkspace(workspace, { policy: "confident" });
    expect(await planRollouts(workspace, settings)).toMatchObject([
      { task_id: "pallets__flask-1", memory_id: "m", reason: "hack-history" },
    ]);
    expect(await planRollouts(workspace, { ...settings, hygiene: false })).not.toMatchObject([
      { reason: "hack-history" },
    ]);
  });

  test("counts where nothing is to be checked", async () => {
    const unchecked = await curateWorkspace(workspace, { hygiene: false });
    expect(unchecked).toMatchObject({ pairsUsed: 2, acceptedClean: null, rejectedClean: null, hygiene: null });
    expect((await rowsOf(workspace, decisionsTable))[0]).toMatchObject({
      hygiene: null,
      hygiene_reasons: [],
      reward: 25.5,
    });
  });
});

test("checks are a stage of their own: another policy checks nothing twice", async () => {
  const workspace = await makeWorkspace(fresh(), ...cheated());
  const done: number[] = [];
  await curateWorkspace(workspace, { onCheck: (count) => void done.push(count) });
  expect(done).toEqual([1, 2, 3, 4]);
  await curateWorkspace(workspace, { policy: "confident", onCheck: (count) => void done.push(count) });
  expect(done).toEqual([1, 2, 3, 4]);
  expect((await readManifest(workspace)).stages.hygiene?.result).toMatchObject({ trajectories: 4 });
});

describe("memories", async () => {
  const source = aTrajectory({ taskId: "pallets__flask-1", steps: [{ source: "agent", text: goldLine }] });
  const key = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const texts: readonly Row[] = [
    memory("clean", "Totals are rounded late: read src/cart.py first."),
    memory("copy", "Totals are rounded  late: read src/cart.py first."),
    memory("leak", `Write \`${goldLine}\`.`),
    memory("own", `What worked: ${goldLine}`, { source_trajectory_ids: ["source"] }),
    memory("half-own", `What worked: ${goldLine} and if value is missing_total: skip(value)`, {
      source_trajectory_ids: ["source", "elsewhere"],
    }),
    memory("test", "Make test_total_is_rounded pass."),
    memory("commit", "The fix is commit 9f8e7d6c5b4a39281706f5e4d3c2b1a098765432."),
    memory("secret", `Use token ${key} to fetch.`),
    memory("cheat", "Look at the history of the cart.", { source_trajectory_ids: ["looked-up"] }),
    memory("other-task", "Make test_total_is_rounded pass, too.", { task_id: "pallets__flask-9" }),
  ];
  const workspace = await makeWorkspace(
    fresh(),
    [
      scoresTable,
      [
        card("b", "pallets__flask-1", 40),
        card("b9", "pallets__flask-9", 40),
        ...texts.map((row) => card(`with-${row.memory_id}`, row.task_id as string, 60, using(row.memory_id as string))),
      ],
    ],
    [memoriesTable, texts],
    [tasksTable, [taskRow(first)]],
    [
      trajectoriesTable,
      [
        trajectoryRow("source", source),
        trajectoryRow("looked-up", typing("pallets__flask-1", "git show origin/main:src/cart.py")),
      ],
    ],
  );
  const decisions = await decided(workspace);
  const reasonsOf = (id: string): unknown => [
    decisions.get(id)?.hygiene,
    ...((decisions.get(id)?.hygiene_reasons ?? []) as string[]),
  ];

  test("keep their verdicts, whatever the checks say", () => {
    expect(new Set([...decisions.values()].map((row) => row.verdict))).toEqual(new Set(["accept"]));
  });

  test.each([
    ["clean", "keep"],
    ["copy", "drop", "duplicate-exact"],
    ["leak", "drop", "leak-gold-lines"],
    ["own", "drop", "self-solution"],
    ["half-own", "drop", "self-solution"],
    ["test", "drop", "leak-hidden-test"],
    ["commit", "drop", "leak-later-commit"],
    ["secret", "drop", "secret"],
    ["cheat", "drop", "hacked-source"],
    ["other-task", "keep"],
  ])("%s: %s %s", (id, ...expected) => {
    expect(reasonsOf(id)).toEqual(expected);
  });

  test("counts both kinds of acceptance", async () => {
    expect(await curateWorkspace(workspace)).toMatchObject({
      accepted: 10,
      acceptedClean: 2,
      hygiene: { checked: 10, kept: 2, dropped: 8, byReason: { "self-solution": 2, secret: 1 } },
    });
  });

  test("may quote the agent's own fix where that is allowed, and the reason still stands", async () => {
    const allowed = await decided(workspace, { hygiene: { allowed: ["self-solution"] } });
    expect(allowed.get("own")).toMatchObject({ hygiene: "keep", hygiene_reasons: ["self-solution"] });
    expect(allowed.get("leak")).toMatchObject({ hygiene: "drop" });
  });

  test("of a benchmark are dropped when it is named", async () => {
    const benchmark = benchmarkOf("held-out", [
      { taskId: "pallets__flask-1", repo: null, baseCommit: null, goldPatch: null },
    ]);
    const checked = await decided(workspace, { hygiene: { benchmarks: [{ benchmark, sha256: "1" }] } });
    expect(checked.get("clean")).toMatchObject({ hygiene: "drop", hygiene_reasons: ["contaminated-instance"] });
    expect(checked.get("other-task")).toMatchObject({ hygiene: "keep" });
  });

  test("no table holds the value of a secret", async () => {
    const all = JSON.stringify([
      ...(await rowsOf(workspace, findingsTable)),
      ...(await rowsOf(workspace, decisionsTable)),
    ]);
    expect(all).toContain("github-token");
    expect(all).not.toContain(key);
  });

  test("that repeat another stand in duplicates with what is kept", async () => {
    await curateWorkspace(workspace);
    expect(await rowsOf(workspace, duplicatesTable)).toEqual([
      { kind: "memory", dropped_id: "copy", kept_id: "clean", is_exact: true, similarity: 1 },
    ]);
  });
});

describe("duplicates", () => {
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`);
  const text = words.join(" ");
  const nearly = words.map((word, at) => (at === 30 ? "other" : word)).join(" ");

  test("of an accepted text are kept where they were accepted; with another verdict, near ones are no duplicates", async () => {
    const workspace = await makeWorkspace(
      fresh(),
      [
        scoresTable,
        [
          ...["t1", "t2", "t3", "t4"].map((task) => card(`base-${task}`, task, 50)),
          card("a", "t1", 40, using("a-rejected")),
          card("b", "t2", 60, using("b-accepted")),
          card("c", "t3", 70, using("c-accepted")),
          card("d", "t4", 30, using("d-rejected")),
        ],
      ],
      [
        memoriesTable,
        [
          memory("a-rejected", text, { task_id: "t1" }),
          memory("b-accepted", text, { task_id: "t2" }),
          memory("c-accepted", nearly, { task_id: "t3" }),
          memory("d-rejected", nearly.replace("word1 ", "x "), { task_id: "t4" }),
        ],
      ],
    );
    const decisions = await decided(workspace);
    expect([...decisions.values()].map((row) => [row.candidate_id, row.hygiene, row.hygiene_reasons])).toEqual([
      ["a-rejected", "drop", ["duplicate-near"]],
      ["b-accepted", "drop", ["duplicate-near"]],
      ["c-accepted", "keep", []],
      ["d-rejected", "keep", []],
    ]);
    expect(await rowsOf(workspace, duplicatesTable)).toMatchObject([
      { dropped_id: "a-rejected", kept_id: "c-accepted", is_exact: false },
      { dropped_id: "b-accepted", kept_id: "c-accepted", is_exact: false },
    ]);
  });
});

test("score cards made elsewhere have nothing to check", async () => {
  const workspace = await makeWorkspace(fresh(), [scoresTable, [card("a", "t1", 40), card("b", "t1", 50, using("m"))]]);
  expect(await curateWorkspace(workspace)).toMatchObject({ accepted: 1, acceptedClean: null, hygiene: null });
  expect((await rowsOf(workspace, decisionsTable))[0]).toMatchObject({ hygiene: null });
});
