import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOrCreateWorkspace, type Row, runStage, type Workspace } from "@memop/core";
import { mapMetrics, scoresTable } from "@memop/metrics";
import { makeScoresRow } from "@memop/metrics/testing";
import { memoriesTable } from "@memop/trajectory";
import { afterAll, describe, expect, test } from "vitest";
import { curateWorkspace } from "../curate-workspace.ts";
import { planForCandidate } from "./plan-for-candidate.ts";
import { planRollouts } from "./plan-rollouts.ts";
import { writePlan } from "./write-plan.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-plan-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function workspaceOf(name: string, cards: readonly Row[], memories: readonly Row[]): Promise<Workspace> {
  const workspace = await openOrCreateWorkspace(join(folder, name));
  await runStage(workspace, {
    name: "import",
    config: {},
    reads: [],
    async body({ write }) {
      await write(scoresTable, cards);
      await write(memoriesTable, memories);
      return { read: 0, used: 0, result: {} };
    },
  });
  return workspace;
}

const card = (id: string, task: string, value: number, fields: Row = {}): Row =>
  makeScoresRow(id, { task_id: task, ...mapMetrics(() => value), ...fields });
const withMemory = (memory: string): Row => ({ condition: "md", memory_id: memory });
const options = { baseline: "none", by: "memory", seed: 0 } as const;

describe("a memory of a repository", async () => {
  const workspace = await workspaceOf(
    "many",
    [
      ...["t1", "t2", "t3", "t4", "t5"].map((task) => card(`base-${task}`, task, 50)),
      card("other", "t9", 50, { repo: "owner/other" }),
      card("m1", "t1", 55, withMemory("m")),
      card("m2", "t2", 45, withMemory("m")),
      card("m3", "t3", 60, { ...withMemory("m"), health: "timeout" }),
    ],
    [{ memory_id: "m", text: "x", condition: "md", repo: "owner/name" }],
  );

  test("is to be run first where its pair failed, then on the other tasks of its repository", async () => {
    await curateWorkspace(workspace, { policy: "sequential" });
    const rows = await planRollouts(workspace, options);
    const own = { condition: "md", memory_id: "m", runs_wanted: 1 };
    expect(rows[0]).toEqual({ task_id: "t3", ...own, reason: "timeout" });
    expect(rows.slice(1).every((row) => row.reason === "new-task")).toBe(true);
    expect(
      rows
        .slice(1)
        .map((row) => row.task_id)
        .sort(),
    ).toEqual(["t4", "t5"]);
  });

  test("gives a file that a runner can read, as JSON lines or CSV", async () => {
    const rows = await planRollouts(workspace, options);
    await writePlan(join(folder, "plan.jsonl"), rows);
    await writePlan(join(folder, "plan.csv"), rows);
    const lines = readFileSync(join(folder, "plan.jsonl"), "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
    expect(readFileSync(join(folder, "plan.csv"), "utf8").split("\n").slice(0, 2)).toEqual([
      "task_id,condition,memory_id,runs_wanted,reason",
      "t3,md,m,1,timeout",
    ]);
  });
});

test("a memory of one task gets the runs that are missing in each arm, a baseline that is wanted twice once", async () => {
  const workspace = await workspaceOf(
    "one",
    [
      card("a0", "t1", 50),
      card("a1", "t1", 55, withMemory("m")),
      card("a2", "t1", 56, withMemory("n")),
      card("a3", "t1", 57, withMemory("n")),
    ],
    ["m", "n"].map((id) => ({ memory_id: id, text: "x", condition: "md", task_id: "t1" })),
  );
  await curateWorkspace(workspace, { policy: "confident" });
  // 1 + 1 runs lack 2 + 2. 2 + 1 runs lack 1 + 2.
  expect(await planRollouts(workspace, options)).toEqual([
    { task_id: "t1", condition: "md", memory_id: "m", runs_wanted: 2, reason: "more-runs" },
    { task_id: "t1", condition: "md", memory_id: "n", runs_wanted: 1, reason: "more-runs" },
    { task_id: "t1", condition: "none", memory_id: null, runs_wanted: 2, reason: "more-runs" },
  ]);
});

test("a pair without a baseline asks for the baseline", () => {
  const candidate = {
    condition: "md",
    memoryId: null,
    morePairs: null,
    reasons: ["no-pairs"],
    excluded: [{ taskId: "t", reason: "no-baseline" }],
    compared: [],
    untried: [],
  };
  expect(planForCandidate(candidate, "none", 0)).toEqual([
    { task_id: "t", condition: "none", memory_id: null, runs_wanted: 1, reason: "no-baseline" },
  ]);
});
