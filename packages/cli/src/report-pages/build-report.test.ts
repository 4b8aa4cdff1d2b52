import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOrCreateWorkspace, type Row, runStage, type TableSchema, type Workspace } from "@memop/core";
import { decisionsTable } from "@memop/curation";
import { mapMetrics, scoresTable } from "@memop/metrics";
import { makeScoresRow } from "@memop/metrics/testing";
import { memoriesTable, outcomesTable, trajectoriesTable } from "@memop/trajectory";
import { afterAll, describe, expect, test } from "vitest";
import { buildReport } from "./build-report.ts";

const root = mkdtempSync(join(tmpdir(), "memop-report-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;

async function workspaceOf(...tables: readonly (readonly [TableSchema, readonly Row[]])[]): Promise<Workspace> {
  made += 1;
  const workspace = await openOrCreateWorkspace(join(root, String(made)));
  await runStage(workspace, {
    name: "import",
    config: { note: "<b>not bold</b>" },
    reads: [],
    async body({ write, refuse }) {
      for (const [schema, rows] of tables) await write(schema, rows);
      refuse({ source: "a.traj", byteOffset: null, reason: "truncated", message: "the file ends in a record" });
      return { read: 1, used: 0, result: {} };
    },
  });
  return workspace;
}

const pageOf = async (workspace: Workspace): Promise<string> => (await buildReport(workspace)).page;

const card = (id: string, task: string, value: number, fields: Row = {}): Row =>
  makeScoresRow(id, { task_id: task, repo: "owner/name", ...mapMetrics(() => value), ...fields });

const scores = [
  card("a", "t1", 40),
  card("b", "t1", 50),
  card("c", "t2", 60, { la_func_1: null }),
  card("d", "t1", 47.5, { condition: "memory.md" }),
  card("e", "t2", 64, { condition: "memory.md", e_resolve: 50 }),
  card("f", "t2", 0, { condition: "memory.md", health: "timeout" }),
];

const text = (page: string): string => page.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

test("an empty workspace has a page that says what is missing", async () => {
  const page = text(await pageOf(await workspaceOf()));
  expect(page).toContain("No score cards yet");
  expect(page).toContain("Nothing is judged yet");
  expect(page).toContain("truncated");
});

describe("with score cards alone", async () => {
  const page = await pageOf(await workspaceOf([scoresTable, scores]));

  test("the baseline's values are means over its tasks, and differences are means of task differences", () => {
    const words = text(page);
    expect(words).toContain("no memory (baseline) 2 52.50 45.00 52.50");
    // Task differences: 47.5 - 45 = 2.5 and 64 - 60 = 4; LA(1) func has one task only; E resolve 2.5 and -10.
    expect(words).toMatch(/memory\.md 2 ↑ 3\.25 \[[^\]]+\] ↑ 2\.50 ↑ 3\.25/);
    expect(words).toMatch(/↓ 3\.75 \[/);
  });

  test("the repositories say how many comparisons degraded and where most was gained", () => {
    expect(text(page)).toContain("1 of 10 comparisons degraded. Largest gains: ↑3.25 in LA (1) file (owner/name)");
    expect(page).toContain('<svg class="plot"');
  });

  test("coverage counts pairs, and refusals by reason", () => {
    expect(text(page)).toMatch(/memory\.md · [^·]+ · \S+ 2 2 2/);
    expect(text(page)).toContain("import truncated 1");
  });

  test("texts of the workspace are escaped", () => {
    expect(page).not.toContain("<b>not bold");
  });

  test("the same workspace has the same page", async () => {
    const workspace = await workspaceOf([scoresTable, scores]);
    expect(await pageOf(workspace)).toBe(await pageOf(workspace));
  });
});

test("decisions are shown with verdict, reasons and error rate, and accepted memories in full", async () => {
  const decision = (memory: string, fields: Row): Row => ({
    candidate_id: memory,
    candidate_kind: "memory",
    memory_id: memory,
    policy: "confident",
    reward: 2,
    reward_se: 0.4,
    pairs_used: 3,
    pairs_possible: 4,
    rollouts: [],
    false_accept_rate: 0.043,
    hygiene: "keep",
    hygiene_reasons: [],
    reasons: [],
    ...fields,
  });
  const page = text(
    await pageOf(
      await workspaceOf(
        [
          decisionsTable,
          [
            decision("good", { verdict: "accept" }),
            decision("leaky", { verdict: "accept", hygiene: "drop", hygiene_reasons: ["leak"] }),
            decision("bad", {
              verdict: "reject",
              reward: -1,
              reasons: ["harm: sr -4.00", "futility"],
              false_accept_rate: 0.1,
            }),
          ],
        ],
        [
          memoriesTable,
          [
            { memory_id: "good", text: "# Use the parser" },
            { memory_id: "leaky", text: "the gold patch" },
          ],
        ],
      ),
    ),
  );
  expect(page).toContain("confident 3 2 1 1 0 9 12 6.20 %");
  expect(page).toContain("harm reject 1");
  expect(page).toContain("memory bad reject ↓ 1.00 0.40 3 / 4");
  expect(page).toContain("hygiene: leak");
  expect(page).toContain("# Use the parser");
  expect(page).not.toContain("the gold patch");
});

test("rollouts are counted by health and outcome", async () => {
  const page = text(
    await pageOf(
      await workspaceOf(
        [
          trajectoriesTable,
          [
            { trajectory_id: "a", task_id: "t1", condition: "none", health: "healthy" },
            { trajectory_id: "b", task_id: "t1", condition: "none", health: "healthy" },
          ],
        ],
        [outcomesTable, [{ trajectory_id: "a", task_id: "t1", resolved: true, health: "healthy" }]],
      ),
    ),
  );
  expect(page).toContain("none 2 2 0 0 0 1 1");
});
