import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  defineTable,
  openDatabase,
  openOrCreateWorkspace,
  openTables,
  type Row,
  runStage,
  type Workspace,
} from "@memop/core";
import { mapMetrics, scoresTable } from "@memop/metrics";
import { makeScoresRow } from "@memop/metrics/testing";
import { afterAll, describe, expect, test } from "vitest";
import { rewardWorkspace } from "./reward-workspace.ts";
import { rewardsTable } from "./rewards-table.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-reward-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const decisionsTable = defineTable({
  name: "decisions",
  key: ["candidate_id"],
  columns: {
    candidate_id: "VARCHAR",
    candidate_kind: "VARCHAR",
    condition: "VARCHAR",
    memory_id: "VARCHAR",
    policy: "VARCHAR",
    verdict: "VARCHAR",
    reward: "DOUBLE",
    reward_se: "DOUBLE",
    reward_lower: "DOUBLE",
    reward_shrunken: "DOUBLE",
    hygiene: "VARCHAR",
    rollouts: "VARCHAR[]",
  },
});

async function workspaceOf(name: string, scores: readonly Row[], decisions: readonly Row[]): Promise<Workspace> {
  const workspace = await openOrCreateWorkspace(join(folder, name));
  await runStage(workspace, {
    name: "curate",
    config: {},
    reads: [],
    async body({ write }) {
      await write(scoresTable, scores);
      await write(decisionsTable, decisions);
      return { read: 0, used: 0, result: {} };
    },
  });
  return workspace;
}

async function rewardsOf(workspace: Workspace): Promise<Row[]> {
  const database = await openTables(workspace, [rewardsTable]);
  const rows = await database.all("SELECT * FROM rewards ORDER BY memory_id, task_id");
  database.close();
  return rows;
}

const card = (id: string, task: string, value: number, fields: Row = {}): Row =>
  makeScoresRow(id, { task_id: task, ...mapMetrics(() => value), ...fields });
const used = { condition: "md", memory_id: "m" };

describe("decisions on memories", async () => {
  const workspace = await workspaceOf(
    "memories",
    [
      card("a0", "t1", 50),
      card("a1", "t1", 60, { ...used, la_func_1: null }),
      card("b0", "t1", 50, { memory_id: null }),
      card("b1", "t1", 60, { condition: "md", memory_id: "n" }),
      card("b2", "t1", 40, { condition: "md", memory_id: "n" }),
      card("c0", "t2", 50),
      card("c1", "t2", 70),
      card("c2", "t2", 40, { condition: "md", memory_id: "n" }),
      card("c3", "t2", 50, { condition: "md", memory_id: "n" }),
      card("x", "t9", 0),
    ],
    [
      {
        candidate_id: "m",
        candidate_kind: "memory",
        ...used,
        policy: "memop-strict",
        verdict: "accept",
        reward: 10,
        reward_se: 3,
        reward_lower: 5.07,
        reward_shrunken: 8,
        hygiene: "keep",
        rollouts: ["a1", "a0"],
      },
      {
        candidate_id: "n",
        candidate_kind: "memory",
        condition: "md",
        memory_id: "n",
        policy: "memop-strict",
        verdict: "reject",
        reward: -7.5,
        reward_se: 2,
        rollouts: ["b1", "b2", "b0", "c0", "c1", "c2", "c3"],
      },
      {
        candidate_id: "o",
        candidate_kind: "memory",
        condition: "md",
        memory_id: "o",
        policy: "memop-strict",
        verdict: "undecided",
        reward: null,
        rollouts: [],
      },
    ],
  );
  const out = join(folder, "deep", "rewards.jsonl");
  const result = await rewardWorkspace(workspace, { out });
  const rows = await rewardsOf(workspace);

  test("give one row per memory and task", () => {
    expect(rows.map((row) => [row.memory_id, row.task_id, row.verdict])).toEqual([
      ["m", "t1", "accept"],
      ["n", "t1", "reject"],
      ["n", "t2", "reject"],
    ]);
    expect(result).toEqual({ rewards: 3, mean: (10 + 0 - 15) / 3, out });
  });

  test("a memory of one task has its decision's reward; an undefined term stays null", () => {
    expect(rows[0]).toMatchObject({ reward: 10, reward_se: 3, n_metrics: 9, pairs_used: 1 });
    expect(rows[0]).toMatchObject({ reward_lower: 5.07, reward_shrunken: 8, hygiene: "keep" });
    expect(rows[0]?.terms).toMatchObject({ la_file_1: 10, la_func_1: null });
  });

  test("a memory of many tasks has each task's own differences and error", () => {
    // t1: (60 + 40)/2 - 50 = 0; one run without, so no error. t2: 45 - 60 = -15; s² = 50 and 200, two runs each: √(25 + 100).
    expect(rows[1]).toMatchObject({ reward: 0, reward_se: null });
    expect(rows[2]?.reward).toBe(-15);
    expect(rows[2]?.reward_se).toBeCloseTo(Math.sqrt(125), 10);
  });

  test("each task's reward has its own lower bound, and is drawn towards 0 by its own error", () => {
    expect(rows[1]).toMatchObject({ reward_lower: null, reward_shrunken: null });
    expect(rows[2]?.reward_lower).toBeCloseTo(-15 - 1.6448536269514722 * Math.sqrt(125), 9);
    // The only row with an error: the variance of true rewards is 225 - 125 = 100, so -15 · 100 / (100 + 125).
    expect(rows[2]?.reward_shrunken).toBeCloseTo((-15 * 100) / 225, 9);
  });

  test("a candidate without a reward is refused, not written as null", () => {
    const refused = readFileSync(join(workspace.root, "refused", "reward.jsonl"), "utf8");
    expect(JSON.parse(refused)).toMatchObject({ source: "o", reason: "no-reward" });
  });

  test("the file holds the table: JSON lines, or Parquet by its name", async () => {
    const lines = readFileSync(out, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Row);
    expect(lines).toEqual(rows);
    const parquet = join(folder, "rewards.parquet");
    await rewardWorkspace(workspace, { out: parquet });
    const database = await openDatabase();
    expect(await database.all(`SELECT * FROM '${parquet}' ORDER BY memory_id, task_id`)).toEqual(rows);
    database.close();
  });
});

test("a condition's rows name the task's memory where there is one", async () => {
  const workspace = await workspaceOf(
    "conditions",
    [
      card("a0", "t1", 50),
      card("a1", "t1", 60, used),
      card("b0", "t2", 50),
      card("b1", "t2", 40, { condition: "md", memory_id: null }),
    ],
    [
      {
        candidate_id: "md",
        candidate_kind: "condition",
        condition: "md",
        memory_id: null,
        policy: "memop-strict",
        verdict: "reject",
        reward: 0,
        rollouts: ["a0", "a1", "b0", "b1"],
      },
    ],
  );
  await rewardWorkspace(workspace);
  const rows = await rewardsOf(workspace);
  expect(rows.map((row) => [row.memory_id, row.task_id, row.condition, row.reward]).sort()).toEqual(
    [
      ["m", "t1", "md", 10],
      [null, "t2", "md", -10],
    ].sort(),
  );
});

test("a workspace without decisions says what to run", async () => {
  const workspace = await openOrCreateWorkspace(join(folder, "none"));
  await expect(rewardWorkspace(workspace)).rejects.toMatchObject({ code: "BAD_WORKSPACE" });
});
