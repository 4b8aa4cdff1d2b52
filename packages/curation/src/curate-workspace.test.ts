import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOrCreateWorkspace, openTables, type Row, runStage, type TableSchema, type Workspace } from "@memop/core";
import { mapMetrics, scoresTable } from "@memop/metrics";
import { makeScoresRow } from "@memop/metrics/testing";
import { memoriesTable, trajectoriesTable } from "@memop/trajectory";
import { afterAll, describe, expect, test } from "vitest";
import type { CurateOptions } from "./curate-options.ts";
import { curateWorkspace } from "./curate-workspace.ts";
import { decisionViews } from "./decision-views.ts";
import { decisionsTable } from "./decisions-table.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-curate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let workspaces = 0;

async function workspaceOf(...tables: readonly (readonly [TableSchema, readonly Row[]])[]): Promise<Workspace> {
  workspaces += 1;
  const workspace = await openOrCreateWorkspace(join(folder, String(workspaces)));
  await runStage(workspace, {
    name: "import",
    config: {},
    reads: [],
    async body({ write }) {
      for (const [schema, rows] of tables) await write(schema, rows);
      return { read: 0, used: 0, result: {} };
    },
  });
  return workspace;
}

async function query(workspace: Workspace, sql: string): Promise<Row[]> {
  const database = await openTables(workspace, [decisionsTable, memoriesTable, scoresTable]);
  try {
    return await database.all(sql);
  } finally {
    database.close();
  }
}

async function decisionsOf(workspace: Workspace, options: CurateOptions = {}): Promise<Row[]> {
  await curateWorkspace(workspace, options);
  return query(workspace, "SELECT * FROM decisions ORDER BY candidate_id");
}

/** A card of task `t`, with every metric at `value` except those in `fields`. */
const card = (id: string, task: string, value: number, fields: Row = {}): Row =>
  makeScoresRow(id, { task_id: task, ...mapMetrics(() => value), ...fields });
const withMemory = (memory: string): Row => ({ condition: "md", memory_id: memory });

describe("one memory per task", async () => {
  const workspace = await workspaceOf(
    [
      scoresTable,
      [
        card("a0", "t1", 40),
        card("a1", "t1", 60),
        card("a2", "t1", 60, withMemory("good")),
        card("b0", "t2", 50),
        card("b1", "t2", 60, { ...withMemory("harmful"), sr: 47.5 }),
        card("c0", "t3", 50),
        card("c1", "t3", 50, withMemory("idle")),
        card("d1", "t4", 50, withMemory("lonely")),
        card("e0", "t5", 50),
        card("e1", "t5", 50, { ...withMemory("sick"), health: "timeout" }),
      ],
    ],
    [
      memoriesTable,
      [
        { memory_id: "good", text: "read a.py first", condition: "md" },
        { memory_id: "idle", text: "hm" },
      ],
    ],
  );
  const rows = await decisionsOf(workspace);
  const byId = new Map(rows.map((row) => [row.candidate_id, row]));

  test("is judged memory by memory", () => {
    expect(rows.map((row) => [row.candidate_id, row.candidate_kind, row.verdict])).toEqual([
      ["good", "memory", "accept"],
      ["harmful", "memory", "reject"],
      ["idle", "memory", "reject"],
      ["lonely", "memory", "undecided"],
      ["sick", "memory", "undecided"],
    ]);
  });

  test("compares means of rollouts", () => {
    // 60 - (40 + 60)/2 = 10 on every metric.
    expect(byId.get("good")).toMatchObject({ reward: 10, n_metrics: 10, pairs_used: 1, pairs_possible: 1 });
    expect(byId.get("good")?.deltas).toMatchObject({ la_file_1: { mean: 10, lower: null, upper: null, n: 1 } });
    expect(byId.get("good")?.rollouts).toEqual(["a2", "a0", "a1"]);
  });

  test("says which metric failed, by how much, and which pairs were not used", () => {
    expect(byId.get("harmful")?.reasons).toEqual(["harm:sr:-2.5"]);
    expect(byId.get("harmful")?.reward).toBeCloseTo((9 * 10 - 2.5) / 10, 10);
    expect(byId.get("idle")).toMatchObject({ reasons: ["redundant"], reward: 0 });
    expect(byId.get("lonely")?.reasons).toEqual(["no-pairs", "excluded:no-baseline:1"]);
    expect(byId.get("sick")?.reasons).toEqual(["no-pairs", "excluded:timeout:1"]);
    expect(byId.get("sick")).toMatchObject({ pairs_used: 0, pairs_possible: 1, reward: null });
  });

  test("takes the standard error of a one-task memory from repeated rollouts", () => {
    // The only repeats are 40 and 60 of task t1: s² = 200. 1 rollout with, 2 without: √(200·(1 + 1/2)) = √300.
    expect(byId.get("good")?.reward_se).toBeCloseTo(Math.sqrt(300), 10);
    expect(byId.get("good")?.reward_lower).toBeCloseTo(10 - 1.6448536 * Math.sqrt(300), 5);
  });

  test("estimates how often the rule accepts noise: an accepted single pair, flipped, is not", () => {
    expect(byId.get("good")?.false_accept_rate).toBe(0.5);
    expect(byId.get("idle")?.false_accept_rate).toBe(0);
    expect(byId.get("lonely")?.false_accept_rate).toBeNull();
    expect(byId.get("good")?.p_value).toBeNull();
  });

  test("sums up", async () => {
    expect(await curateWorkspace(workspace)).toMatchObject({
      policy: "memop-strict",
      by: "memory",
      accepted: 1,
      rejected: 2,
      undecided: 2,
      falseAcceptRate: 0.5 / 3,
      pairsUsed: 3,
      pairsPossible: 5,
      excluded: { "no-baseline": 1, timeout: 1 },
    });
  });

  test("has views of D_accept and D_reject with the memories' texts", async () => {
    expect(await query(workspace, `SELECT candidate_id, text FROM (${decisionViews.d_accept})`)).toEqual([
      { candidate_id: "good", text: "read a.py first" },
    ]);
    const rejected = await query(workspace, `SELECT candidate_id FROM (${decisionViews.d_reject}) ORDER BY ALL`);
    expect(rejected.map((row) => row.candidate_id)).toEqual(["harmful", "idle"]);
  });

  test("penalizes redundancy when asked", async () => {
    const penalized = await decisionsOf(workspace, { redundant: "penalty" });
    expect(penalized.find((row) => row.candidate_id === "idle")?.reward).toBe(-1);
  });
});

describe("conditions", async () => {
  const cards = (condition: string, gain: number): Row[] =>
    ["t1", "t2", "t3"].map((task, at) => card(`${condition}-${task}`, task, 40 + gain * (at + 1), { condition }));
  const workspace = await workspaceOf([
    scoresTable,
    [
      ...cards("none", 0),
      ...cards("md", 5),
      ...cards("tree", -1).slice(0, 2),
      card("x", "t1", 99, { condition: "md", agent: "other" }),
    ],
  ]);
  const rows = await decisionsOf(workspace);

  test("are judged as a whole when no rollout names a memory", () => {
    expect(rows.map((row) => [row.candidate_id, row.candidate_kind, row.verdict])).toEqual([
      ["md", "condition", "accept"],
      ["tree", "condition", "reject"],
    ]);
  });

  test("have as possible pairs also the tasks that only one arm ran, and never compare two agents", () => {
    // md: gains 5, 10, 15: mean 10. The other agent has no baseline.
    expect(rows[0]).toMatchObject({ reward: 10, pairs_used: 3, pairs_possible: 4, memory_id: null });
    expect(rows[0]?.reasons).toEqual(["excluded:no-baseline:1"]);
    expect(rows[1]).toMatchObject({ pairs_used: 2, pairs_possible: 3 });
    expect(rows[1]?.reasons).toContain("excluded:not-run:1");
  });

  test("have intervals, a standard error and a shrunken reward", () => {
    const [md] = rows;
    const { lower, upper, n } = (md as { deltas: { sr: { lower: number; upper: number; n: number } } }).deltas.sr;
    expect([lower >= 5, lower < 10, upper > 10, upper <= 15, n]).toEqual([true, true, true, true, 3]);
    // Standard error of 5, 10, 15: 5/√3 = 2.89, here by 1,000 draws.
    expect(md?.reward_se).toBeGreaterThan(2.5);
    expect(md?.reward_se).toBeLessThan(3.3);
    // Three gains: 1 of 2³ sign patterns.
    expect(md?.p_value).toBe(1 / 8);
    expect(md?.reward_shrunken).toBeGreaterThan(0);
    expect(md?.reward_shrunken).toBeLessThan(10);
  });

  test("give the same bytes again for the same seed", async () => {
    expect(await decisionsOf(workspace, { seed: 0 })).toEqual(rows);
    expect(await decisionsOf(workspace, { seed: 1 })).not.toEqual(rows);
  });
});

describe("coverage", () => {
  test("counts rollouts that have no score card", async () => {
    const workspace = await workspaceOf(
      [scoresTable, [card("a0", "t1", 50), card("a1", "t1", 60, withMemory("m")), card("b0", "t2", 50)]],
      [
        trajectoriesTable,
        [{ trajectory_id: "z", task_id: "t2", ...withMemory("m"), agent: "agent", model: "model", health: "infra" }],
      ],
    );
    const [row] = await decisionsOf(workspace);
    expect(row).toMatchObject({ pairs_used: 1, pairs_possible: 2, verdict: "accept" });
    expect(row?.reasons).toEqual(["excluded:infra:1"]);
  });

  test("leaves out rollouts of which the outcome is unknown", async () => {
    const workspace = await workspaceOf([
      scoresTable,
      [card("a0", "t1", 50, { sr: null, notes: ["outcome-unknown"] }), card("a1", "t1", 60, withMemory("m"))],
    ]);
    const [row] = await decisionsOf(workspace);
    expect(row?.reasons).toEqual(["no-pairs", "excluded:baseline-outcome-unknown:1"]);
  });

  test("compares only common seeds where every rollout has one", async () => {
    const seeds = { a0: 1, a1: 2, a2: 1, a3: 3 };
    const workspace = await workspaceOf(
      [
        scoresTable,
        [
          card("a0", "t1", 50),
          card("a1", "t1", 0),
          card("a2", "t1", 60, withMemory("m")),
          card("a3", "t1", 0, withMemory("m")),
        ],
      ],
      [
        trajectoriesTable,
        Object.entries(seeds).map(([id, seed]) => ({ trajectory_id: id, task_id: "t1", seed, health: "healthy" })),
      ],
    );
    const [row] = await decisionsOf(workspace);
    expect(row).toMatchObject({ reward: 10, rollouts: ["a2", "a0"] });
  });
});

describe("trajectories", () => {
  test("are judged by their own outcome where there is no arm with memory", async () => {
    const workspace = await workspaceOf([
      scoresTable,
      [
        card("a", "t1", 50, { sr: 100 }),
        card("b", "t1", 50, { sr: 0 }),
        card("c", "t1", 50, { sr: null, notes: ["outcome-unknown"] }),
        card("d", "t1", 50, { sr: 100, health: "error" }),
      ],
    ]);
    const rows = await decisionsOf(workspace);
    expect(rows.map((row) => [row.trajectory_id, row.verdict, row.reasons])).toEqual([
      ["a", "accept", ["resolved"]],
      ["b", "reject", ["unresolved"]],
      ["c", "undecided", ["outcome-unknown"]],
      ["d", "undecided", ["error"]],
    ]);
  });
});

describe("misuse", async () => {
  const workspace = await workspaceOf([scoresTable, [card("a", "t1", 50)]]);

  test("an unknown policy names the known ones", async () => {
    await expect(curateWorkspace(workspace, { policy: "lenient" })).rejects.toThrow(
      /no acceptance policy is named "lenient"/,
    );
  });

  test("an unknown baseline names the conditions", async () => {
    await expect(curateWorkspace(workspace, { baseline: "base" })).rejects.toMatchObject({
      code: "BAD_USAGE",
      hint: "conditions here: none",
    });
  });

  test("a workspace without scores says what to run", async () => {
    const empty = await workspaceOf([memoriesTable, []]);
    await expect(curateWorkspace(empty)).rejects.toMatchObject({ code: "BAD_WORKSPACE" });
  });
});
