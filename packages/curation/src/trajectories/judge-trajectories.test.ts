import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Row, Workspace } from "@memop/core";
import { mapMetrics, scoresTable } from "@memop/metrics";
import { makeScoresRow } from "@memop/metrics/testing";
import { trajectoriesTable } from "@memop/trajectory";
import { aTrajectory } from "@memop/trajectory/testing";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { CurateResult } from "../curate-options.ts";
import { curateWorkspace } from "../curate-workspace.ts";
import { decisionsTable } from "../decisions-table.ts";
import { makeWorkspace, rowsOf, trajectoryRow } from "../testing/make-workspace.ts";
import type { TrajectorySelection } from "./selection.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-trajectories-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let workspaces = 0;
const fresh = (): string => {
  workspaces += 1;
  return join(folder, String(workspaces));
};

const run = (id: string, task: string, sr: number | null, fields: Row = {}): Row =>
  makeScoresRow(id, { task_id: task, ...mapMetrics(() => 50), sr, ...fields });

/** Verdict and reasons by run. */
async function judged(
  workspace: Workspace,
  selection: Partial<TrajectorySelection> = {},
  seed = 0,
): Promise<{ verdicts: Record<string, string>; reasons: Record<string, string[]>; result: CurateResult }> {
  const result = await curateWorkspace(workspace, { by: "trajectory", selection, seed });
  const rows = await rowsOf(workspace, decisionsTable);
  return {
    result,
    verdicts: Object.fromEntries(rows.map((row) => [row.candidate_id as string, row.verdict as string])),
    reasons: Object.fromEntries(rows.map((row) => [row.candidate_id as string, row.reasons as string[]])),
  };
}

describe("rejection sampling", async () => {
  const workspace = await makeWorkspace(fresh(), [
    scoresTable,
    [
      run("a1", "o__r-1", 100, { turns: 9, cost_usd: 0.5, prompt_tokens: 900, la_file_1: 100 }),
      run("a2", "o__r-1", 100, { turns: 5, cost_usd: 0.9, prompt_tokens: 100, la_file_1: 80 }),
      run("a3", "o__r-1", 0, { turns: 20 }),
      run("a4", "o__r-1", 0, { turns: 3 }),
      run("b1", "o__r-2", 100),
      run("b2", "o__r-2", 100),
      run("c1", "o__r-3", 0),
      run("c2", "o__r-3", 0),
      run("d1", "o__s-4", 100, { repo: "o/s", health: "timeout" }),
      run("d2", "o__s-4", null, { repo: "o/s", notes: ["outcome-unknown"] }),
      run("d3", "o__s-4", 100, { repo: "o/s" }),
      run("d4", "o__s-4", 0, { repo: "o/s" }),
    ],
  ]);

  test("accepts what was resolved, rejects what was not, and leaves open what cannot be told", async () => {
    const { verdicts, reasons, result } = await judged(workspace);
    expect(
      Object.entries(verdicts)
        .filter(([, verdict]) => verdict === "accept")
        .map(([id]) => id),
    ).toEqual(["a1", "a2", "b1", "b2", "d3"]);
    expect(
      Object.entries(verdicts)
        .filter(([, verdict]) => verdict === "reject")
        .map(([id]) => id),
    ).toEqual(["a3", "a4", "c1", "c2", "d4"]);
    expect([reasons.d1, reasons.d2]).toEqual([["timeout"], ["outcome-unknown"]]);
    // Pairs need both: a failure of a task that nothing solved is none of a pair.
    expect([reasons.a3, reasons.c1]).toEqual([["unresolved"], ["unresolved", "no-accepted-sibling"]]);
    expect(result.selection).toMatchObject({ tasks: 4, tasksInBand: 4, resolved: 5, unresolved: 5, tasksWithBoth: 2 });
  });

  test("takes the tasks within a band of pass rates, its ends included; runs of unknown outcome count for nothing", async () => {
    const { verdicts, reasons, result } = await judged(workspace, { passRate: { least: 0.1, most: 0.5 } });
    expect(Object.keys(verdicts).filter((id) => verdicts[id] !== "undecided")).toEqual([
      "a1",
      "a2",
      "a3",
      "a4",
      "d3",
      "d4",
    ]);
    expect([reasons.b1, reasons.c1]).toEqual([
      ["resolved", "pass-rate:1.0"],
      ["unresolved", "pass-rate:0.0"],
    ]);
    expect(result.selection).toMatchObject({
      tasksInBand: 2,
      undecided: { "pass-rate": 4, timeout: 1, "outcome-unknown": 1 },
    });
  });

  test.each([
    ["shortest", "a2"],
    ["cheapest", "a1"],
    ["score", "a1"],
  ] as const)("takes the %s of the siblings that resolved their task", async (best, expected) => {
    const { verdicts, reasons } = await judged(workspace, { best });
    expect(Object.keys(verdicts).filter((id) => id.startsWith("a") && verdicts[id] === "accept")).toEqual([expected]);
    expect(reasons[expected === "a1" ? "a2" : "a1"]).toEqual(["resolved", `not-best:${best}`]);
    // Failures are not thinned out by it.
    expect([verdicts.a3, verdicts.a4]).toEqual(["reject", "reject"]);
  });

  test("holds the caps of tasks and of repositories, for both outcomes, task after task", async () => {
    const perTask = await judged(workspace, { maxPerTask: 1 });
    expect(perTask.result).toMatchObject({ accepted: 3, rejected: 3 });
    const perRepo = await judged(workspace, { maxPerRepo: 2, best: "shortest", maxPerTask: 2 });
    const accepted = Object.keys(perRepo.verdicts).filter((id) => perRepo.verdicts[id] === "accept");
    // One of each task of o/r, not both of one.
    expect(accepted.map((id) => id[0]).sort()).toEqual(["a", "b", "d"]);
    expect(perRepo.reasons.a1).toEqual(["resolved", "over-cap:repo"]);
  });

  test("draws by the seed where nothing says which siblings are better", async () => {
    const drawn: string[] = [];
    for (let seed = 1; seed <= 8; seed += 1) {
      drawn.push(JSON.stringify((await judged(workspace, { maxPerTask: 1 }, seed)).verdicts));
    }
    expect(new Set(drawn).size).toBeGreaterThan(1);
    expect(JSON.stringify((await judged(workspace, { maxPerTask: 1 }, 1)).verdicts)).toBe(drawn[0]);
  });

  test("is only of trajectories", async () => {
    await expect(curateWorkspace(workspace, { by: "condition", selection: { maxPerTask: 1 } })).rejects.toMatchObject({
      code: "BAD_USAGE",
      hint: "add --by trajectory",
    });
  });
});

test("an unclean run keeps its verdict and takes no place in a cap; a flagged one has none", async () => {
  const patch = "diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-old\n+new\n";
  const doing = (command: string, content = "ok") =>
    aTrajectory({
      taskId: "o__r-1",
      finalPatch: patch,
      steps: [
        {
          source: "agent",
          text: `first src/a.py, then ${command}`,
          toolCalls: [{ id: "c", name: "bash", arguments: { command } }],
          observations: [{ callId: "c", content, isError: false, exitCode: 0 }],
        },
      ],
    });
  const token = `ghp_${"Z9y8X7w6V5".repeat(4).slice(0, 36)}`;
  const workspace = await makeWorkspace(
    fresh(),
    [scoresTable, ["clean", "history", "secret"].map((id, at) => run(id, "o__r-1", 100, { turns: 9 - at }))],
    [
      trajectoriesTable,
      [
        trajectoryRow("clean", doing("sed -i s/old/new/ src/a.py")),
        trajectoryRow("history", doing("git show origin/main:src/a.py")),
        trajectoryRow("secret", doing("cat .netrc", `password ${token}`)),
      ],
    ],
  );
  const { result } = await judged(workspace, { best: "shortest" });
  expect(
    (await rowsOf(workspace, decisionsTable)).map((row) => [row.candidate_id, row.verdict, row.hygiene, row.reasons]),
  ).toEqual([
    ["clean", "accept", "keep", ["resolved"]],
    ["history", "undecided", "drop", ["hack-history"]],
    ["secret", "accept", "drop", ["resolved"]],
  ]);
  expect(result).toMatchObject({ accepted: 2, acceptedClean: 1 });
});

test("no cap is ever exceeded, and every clean run under it is taken", async () => {
  const runs = fc.array(fc.record({ task: fc.nat(4), repo: fc.nat(1), resolved: fc.boolean() }), {
    minLength: 1,
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(
      runs,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 5 }),
      async (drawn, maxPerTask, maxPerRepo) => {
        const rows = drawn.map(({ task, repo, resolved }, at) =>
          run(`run-${at}`, `o__r${repo}-${task}`, resolved ? 100 : 0, { repo: `o/r${repo}` }),
        );
        const workspace = await makeWorkspace(fresh(), [scoresTable, rows]);
        const { verdicts } = await judged(workspace, { maxPerTask, maxPerRepo });
        for (const outcome of ["accept", "reject"]) {
          const taken = rows.filter((row) => verdicts[row.trajectory_id as string] === outcome);
          const possible = rows.filter((row) => (row.sr === 100) === (outcome === "accept"));
          for (const repo of ["o/r0", "o/r1"]) {
            const counts = new Map<unknown, number>();
            for (const row of possible.filter((each) => each.repo === repo))
              counts.set(row.task_id, (counts.get(row.task_id) ?? 0) + 1);
            const capped = [...counts.values()].reduce((sum, count) => sum + Math.min(count, maxPerTask), 0);
            expect(taken.filter((row) => row.repo === repo).length).toBe(Math.min(capped, maxPerRepo));
          }
          const ofTask = new Map<unknown, number>();
          for (const row of taken) ofTask.set(row.task_id, (ofTask.get(row.task_id) ?? 0) + 1);
          for (const count of ofTask.values()) expect(count).toBeLessThanOrEqual(maxPerTask);
        }
      },
    ),
    { numRuns: 10 },
  );
});
