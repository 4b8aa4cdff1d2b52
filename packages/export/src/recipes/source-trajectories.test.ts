import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Row } from "@memop/core";
import { afterAll, expect, test } from "vitest";
import { exportWorkspace } from "../export-workspace.ts";
import { makeTrajectory, makeTurn } from "../testing/make-trajectory.ts";
import { decisionRow, makeWorkspace, trajectoryRow } from "../testing/make-workspace.ts";

const root = mkdtempSync(join(tmpdir(), "memop-sources-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const fresh = (): string => {
  folders += 1;
  return join(root, String(folders));
};

const run = makeTrajectory([makeTurn(0, 1, "cat a.py", "x = 1")]);
const rows = {
  tasks: [{ task_id: "t1", repo: "o/r", problem_statement: "x is wrong" }],
  trajectories: [trajectoryRow("run-1", "t1", run, { run: "1" }), trajectoryRow("run-2", "t1", run, { run: "2" })],
  memories: [{ memory_id: "m1", task_id: "t1", text: "Set x to 2.", source_trajectory_ids: [] }],
};
const finding = (id: string, reason: string): Row => ({ subject_kind: "trajectory", subject_id: id, reason });

async function exported(decision: Row, findings: readonly Row[]) {
  const outDir = fresh();
  const workspace = await makeWorkspace(fresh(), { ...rows, decisions: [decision], findings });
  const result = await exportWorkspace(workspace, { recipe: "sft", target: "trl", outDir });
  const lines = result.rows === 0 ? [] : readFileSync(join(outDir, "train.jsonl"), "utf8").trim().split("\n");
  const refused = readFileSync(join(outDir, "refused.jsonl"), "utf8");
  return { result, sources: lines.map((line) => JSON.parse(line).source_trajectory_id), refused };
}

test("a memory is learned from a clean run where the first one cheated or holds a secret", async () => {
  expect((await exported(decisionRow("m1"), [])).sources).toEqual(["run-1"]);
  for (const reason of ["hack-history", "secret", "foreign-patch"]) {
    expect((await exported(decisionRow("m1"), [finding("run-1", reason)])).sources).toEqual(["run-2"]);
  }
  // A broken evaluation and a copy are no reason not to learn from a run.
  for (const reason of ["harness-error", "duplicate-exact"]) {
    expect((await exported(decisionRow("m1"), [finding("run-1", reason)])).sources).toEqual(["run-1"]);
  }
});

test("a memory without any clean run is refused by hygiene, and the message names the runs", async () => {
  const { result, refused } = await exported(decisionRow("m1"), [
    finding("run-1", "hack-history"),
    finding("run-2", "secret"),
  ]);
  expect(result).toMatchObject({ rows: 0, byReason: { hygiene: 1 } });
  expect(refused).toContain("run-1 (hack-history), run-2 (secret)");
});

test("findings of an earlier check do not count where the curation checked nothing", async () => {
  const unchecked = decisionRow("m1", { hygiene: null });
  expect((await exported(unchecked, [finding("run-1", "hack-history")])).sources).toEqual(["run-1"]);
});
