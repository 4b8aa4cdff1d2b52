import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { metricNames } from "@memop/metrics";
import { beforeAll, describe, expect, test } from "vitest";
import { runJson } from "../run-memop.ts";
import { handMadeRuns, toMiniSweAgent } from "./hand-made-runs.ts";

describe("twenty hand-made runs, from log and patch to ten values", () => {
  const folder = mkdtempSync(join(tmpdir(), "memop-hand-made-"));
  const scores = new Map<string, Record<string, number | null>>();
  const idOf = (at: number): string => `hand__made-${at}`;

  beforeAll(async () => {
    mkdirSync(join(folder, "runs"));
    const tasks = handMadeRuns.map(({ goldPatch }, at) => ({
      instance_id: idOf(at),
      repo: "hand/made",
      base_commit: "0123456789abcdef",
      problem_statement: "parse keeps blanks",
      patch: goldPatch,
      test_patch: "",
      FAIL_TO_PASS: ["t"],
      PASS_TO_PASS: [],
    }));
    writeFileSync(join(folder, "tasks.jsonl"), tasks.map((task) => `${JSON.stringify(task)}\n`).join(""));
    for (const [at, run] of handMadeRuns.entries()) {
      writeFileSync(join(folder, "runs", `${idOf(at)}.traj.json`), JSON.stringify(toMiniSweAgent(idOf(at), run.turns)));
    }
    const ids = (resolved: boolean): string[] =>
      handMadeRuns.flatMap((run, at) => (run.resolved === resolved ? [idOf(at)] : []));
    const known = [...ids(true), ...ids(false)];
    const report = { resolved_ids: ids(true), unresolved_ids: ids(false), submitted_ids: known, completed_ids: known };
    writeFileSync(join(folder, "runs", "hand.report.json"), JSON.stringify({ ...report, schema_version: 2 }));
    const at = { workingFolder: folder };
    await runJson(["ingest", "runs", "--tasks", "tasks.jsonl", "--out", "ws"], at);
    await runJson(["score", "ws", "--budget", "20"], at);
    for (const row of await runJson<Record<string, number | null>[]>(["sql", "ws", "select * from scores"], at)) {
      scores.set(String(row.task_id), row);
    }
  });

  test.each(handMadeRuns.map((run, at) => [at + 1, run.title, run] as const))("%i %s", (number, _title, run) => {
    const row = scores.get(idOf(number - 1));
    expect(metricNames.map((metric) => row?.[metric])).toEqual(run.expected);
  });
});
