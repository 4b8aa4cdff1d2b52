import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOrCreateWorkspace, type Row, runStage, type TableSchema, type Workspace } from "@memop/core";
import { decisionsTable } from "@memop/curation";
import { mapMetrics, scoresTable } from "@memop/metrics";
import { makeScoresRow } from "@memop/metrics/testing";
import { conditionsTable, memoriesTable } from "@memop/trajectory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Study, type StudyOptions, studyWorkspace } from "./study-workspace.ts";

const root = mkdtempSync(join(tmpdir(), "memop-study-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function workspaceOf(
  name: string,
  ...tables: readonly (readonly [TableSchema, readonly Row[]])[]
): Promise<Workspace> {
  const workspace = await openOrCreateWorkspace(join(root, name));
  await runStage(workspace, {
    name: "import",
    config: { name },
    reads: [],
    async body({ write }) {
      for (const [schema, rows] of tables) await write(schema, rows);
      return { read: 0, used: 0, result: {} };
    },
  });
  return workspace;
}

const options = (axis: string): StudyOptions => ({ axis, seed: 0, draws: 200, systemColumns: null });
const card = (task: string, condition: string, value: number, fields: Row = {}): Row =>
  makeScoresRow(`${task}-${condition}-${fields.run ?? 1}`, {
    task_id: task,
    condition,
    repo: "o/r",
    ...mapMetrics(() => value),
    ...fields,
  });

/** Two structures; `tree` has two conditions, which count as one level. */
const scores = [
  card("t1", "none", 40),
  card("t2", "none", 60),
  card("t1", "md", 50, { memory_id: "m1" }),
  card("t2", "md", 80, { memory_id: "m2" }),
  card("t1", "tree-a", 30, { memory_id: "m3" }),
  card("t1", "tree-b", 40, { memory_id: "m4" }),
  card("t2", "tree-a", 60, { memory_id: "m5", health: "timeout" }),
  card("t3", "md", 100, { memory_id: "m6" }),
];
const conditions = [
  { condition: "none" },
  { condition: "md", structure: "memory.md", m_theta: "q", n_demonstrations: 3 },
  { condition: "tree-a", structure: "tree", m_theta: "q", n_demonstrations: 10 },
  { condition: "tree-b", structure: "tree", m_theta: "q", n_demonstrations: 10 },
];
const decision = (memory: string, verdict: string, reward: number): Row => ({
  candidate_id: memory,
  candidate_kind: "memory",
  memory_id: memory,
  policy: "memop-strict",
  verdict,
  reward,
  n_metrics: 10,
  pairs_used: 1,
  pairs_possible: 1,
  reasons: [],
  rollouts: [],
  hygiene_reasons: [],
});
const decisions = [decision("m1", "accept", 10), decision("m2", "accept", 20), decision("m3", "reject", -10)];

describe("along the structure of memories", () => {
  let study: Study;
  beforeAll(async () => {
    study = await studyWorkspace(
      await workspaceOf(
        "whole",
        [scoresTable, scores],
        [conditionsTable, conditions],
        [decisionsTable, decisions],
        [memoriesTable, [{ memory_id: "m1", condition: "md", text: "", source_trajectory_ids: [], content_hash: "" }]],
      ),
      options("structure"),
    );
  });

  test("each level is compared with the baseline on its own pairs; conditions of a level are averaged first", () => {
    expect(study.levels.map(({ level, tasks, conditions: own }) => [level, tasks, own])).toEqual([
      ["memory.md", 2, ["md"]],
      ["tree", 1, ["tree-a", "tree-b"]],
    ]);
    const [markdown, tree] = study.levels;
    // 10 and 20 points on two tasks; (30 + 40)/2 - 40 on the one task where tree was healthy.
    expect(markdown?.deltas.sr).toMatchObject({ mean: 15 });
    expect(markdown?.reward).toBeCloseTo(15, 10);
    expect(markdown?.baseline.sr).toBe(50);
    expect(tree?.deltas.sr).toEqual({ mean: -5, lower: null, upper: null });
  });

  test("acceptance is counted by level and by what wrote the memories", () => {
    expect(
      study.acceptance.map(({ name, judged, accepted, meanReward }) => [name, judged, accepted, meanReward]),
    ).toEqual([
      ["memory.md", 2, 2, 15],
      ["tree", 1, 0, -10],
    ]);
    expect(study.producers).toMatchObject([{ name: "q", judged: 3, accepted: 2 }]);
  });

  test("what else differs between the levels is named", () => {
    expect(study.alsoDiffers).toEqual(["demonstrations"]);
  });

  test("without a retrieval score the reason is given", () => {
    expect(study.retrieval).toMatchObject({ quartiles: null, reason: expect.stringContaining("retrieval_score") });
  });
});

test("levels that are numbers are in the order of their size", async () => {
  const study = await studyWorkspace(
    await workspaceOf("numbers", [scoresTable, scores], [conditionsTable, conditions]),
    options("demonstrations"),
  );
  expect(study.levels.map(({ level }) => level)).toEqual(["3", "10"]);
});

test("quartiles of the retrieval score hold the pairs from the lowest to the highest", async () => {
  const tasks = Array.from({ length: 8 }, (_, at) => `q${at}`);
  const study = await studyWorkspace(
    await workspaceOf(
      "retrieval",
      [
        scoresTable,
        tasks.flatMap((task, at) => [
          card(task, "none", 10),
          card(task, at < 4 ? "low" : "high", 10 + at, { memory_id: `r${at}` }),
        ]),
      ],
      [
        { ...memoriesTable, columns: { ...memoriesTable.columns, retrieval_score: "VARCHAR" } },
        tasks.map((_, at) => ({
          memory_id: `r${at}`,
          condition: "low",
          text: "",
          source_trajectory_ids: [],
          content_hash: "",
          retrieval_score: String(at / 10),
        })),
      ],
    ),
    options("condition"),
  );
  expect(study.retrieval.quartiles?.map(({ pairs, lowest, reward }) => [pairs, lowest, reward])).toEqual([
    [2, 0, 0.5],
    [2, 0.2, 2.5],
    [2, 0.4, 4.5],
    [2, 0.6, 6.5],
  ]);
});

describe("is refused", () => {
  test("for an axis that there is none of, listing all with their levels", async () => {
    const workspace = await workspaceOf("unknown", [scoresTable, scores], [conditionsTable, conditions]);
    await expect(studyWorkspace(workspace, options("shape"))).rejects.toMatchObject({
      code: "BAD_USAGE",
      message: 'no axis is named "shape"',
      hint: expect.stringMatching(/structure \(memory\.md, tree\).*rl-algorithm \(none\)/),
    });
  });

  test("for an axis with one level", async () => {
    const workspace = await workspaceOf("single", [scoresTable, scores], [conditionsTable, conditions]);
    await expect(studyWorkspace(workspace, options("memory-model"))).rejects.toThrow(/has one level, q,? among/);
  });

  test("without score cards, and without a pair", async () => {
    const none = await workspaceOf("empty", [conditionsTable, conditions]);
    await expect(studyWorkspace(none, options("structure"))).rejects.toThrow(/has no score cards/);
    const unpaired = await workspaceOf("unpaired", [scoresTable, scores.slice(2)], [conditionsTable, conditions]);
    await expect(studyWorkspace(unpaired, options("structure"))).rejects.toThrow(/both with and without memory/);
  });
});
