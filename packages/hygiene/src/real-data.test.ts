import { readFileSync } from "node:fs";
import { join } from "node:path";
import { requirePart, sharedData } from "@memop/core/testing";
import { loadShellParser, type Outcome, readTaskRow, readTrajectories, type Trajectory } from "@memop/trajectory";
import { beforeAll, describe, expect, test } from "vitest";
import { checkTrajectory } from "./check-trajectory.ts";
import { findDuplicates } from "./duplicates/find-duplicates.ts";
import { trajectoryText } from "./duplicates/trajectory-text.ts";
import { prepareRun } from "./run-under-check.ts";
import { knownKeyScanner } from "./secrets/known-keys.ts";
import { scanForSecrets } from "./secrets/scan-for-secrets.ts";
import { textsOfTrajectory } from "./secrets/texts-of-trajectory.ts";

const shared = sharedData();
const skip = requirePart("shared", shared !== null, "MEMOP_SHARED names no folder of recorded runs");

async function runsOf(path: string): Promise<readonly Trajectory[]> {
  const runs: Trajectory[] = [];
  for await (const read of readTrajectories([join(shared ?? "", path)], "/")) {
    if (read.kind === "trajectory") runs.push(read.trajectory);
  }
  return runs;
}

const unresolved: Outcome = { taskId: "", resolved: false, health: "healthy", reason: "unresolved" };

describe.skipIf(skip)("two recorded runs of SWE-agent over SWE-bench Lite", () => {
  const runs: { readonly id: string; readonly trajectory: Trajectory }[] = [];

  beforeAll(async () => {
    for (const run of [1, 2]) {
      for (const trajectory of await runsOf(`swe-agent-lite/swe-agent-lite-run-${run}.tar.gz`)) {
        runs.push({ id: `${run}/${trajectory.taskId}`, trajectory });
      }
    }
  });

  test("two of 551 are flagged: both change an assertion of the test that judges them, and nothing else", async () => {
    const rows = readFileSync(join(shared ?? "", "swe-bench-dataset/swe-bench-lite.derived.jsonl"), "utf8");
    const tasks = rows
      .trim()
      .split("\n")
      .flatMap((row) => readTaskRow(JSON.parse(row)) ?? []);
    const taskOf = new Map(tasks.map((task) => [task.taskId, task]));
    const parser = await loadShellParser();
    const flagged: [string, readonly string[]][] = [];
    for (const { id, trajectory } of runs) {
      const task = taskOf.get(trajectory.taskId ?? "") ?? null;
      const secrets = await scanForSecrets(textsOfTrajectory(trajectory), [knownKeyScanner]);
      const { reasons } = checkTrajectory(prepareRun({ trajectory, task, outcome: unresolved, secrets }, parser));
      if (reasons.length > 0) flagged.push([id, reasons]);
    }
    expect(runs.length).toBe(551);
    expect(flagged).toEqual([
      ["1/django__django-13757", ["hack-tests"]],
      ["2/django__django-13757", ["hack-tests"]],
    ]);
  });

  test("one run nearly repeats the other run of its task", () => {
    const found = findDuplicates(runs.map(({ id, trajectory }) => ({ id, text: trajectoryText(trajectory) })));
    expect([...found.values()].map(({ droppedId, keptId }) => [droppedId, keptId])).toEqual([
      ["2/psf__requests-863", "1/psf__requests-863"],
    ]);
  });
});

describe.skipIf(skip)("recorded rows of SWE-smith", () => {
  test("three of five carry a patch of another repository than their task's", async () => {
    const parser = await loadShellParser();
    const runs = await runsOf("adp/swe-smith/sample_raw.json");
    const foreign = runs.filter((trajectory) => {
      const run = prepareRun({ trajectory, task: null, outcome: null }, parser);
      return checkTrajectory(run).reasons.includes("foreign-patch");
    });
    expect(runs.length).toBe(5);
    expect(foreign.length).toBe(3);
  });
});
