import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requirePart, sharedData } from "@memop/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweAgent } from "../formats/swe-agent/swe-agent.ts";
import { goldFunctions } from "../functions/gold-functions.ts";
import { sameFunction } from "../functions/same-function.ts";
import { readTrajectories } from "../ingest/read-trajectories.ts";
import { filesOfPatch } from "../patch/files-of-patch.ts";
import { goldFiles } from "../patch/gold-files.ts";
import type { Task } from "../task.ts";
import { readTaskRow } from "../tasks/read-task-row.ts";
import { extractEdits } from "./extract-edits.ts";
import { loadShellParser } from "./shell/shell-parser.ts";

const data = sharedData() ?? "";

describe("the edits of a recorded run of SWE-agent over SWE-bench Lite", () => {
  if (requirePart("shared", data !== "", "MEMOP_SHARED names no folder of recorded runs")) return;

  let unpacked = "";
  let tasks: ReadonlyMap<string, Task>;
  beforeAll(() => {
    unpacked = mkdtempSync(join(tmpdir(), "memop-lite-"));
    execFileSync("tar", ["xzf", join(data, "swe-agent-lite/swe-agent-lite-run-1.tar.gz"), "-C", unpacked]);
    const rows = readFileSync(join(data, "swe-bench-dataset/swe-bench-lite.derived.jsonl"), "utf8").trim().split("\n");
    tasks = new Map(rows.flatMap((row) => readTaskRow(JSON.parse(row)) ?? []).map((task) => [task.taskId, task]));
  });
  afterAll(() => rmSync(unpacked, { recursive: true, force: true }));

  test("touch the gold file wherever the final patch does, and more gold functions than its headers tell", async () => {
    const parser = await loadShellParser();
    const names = readdirSync(join(unpacked, "cost_2_1")).filter((name) => name.endsWith(".traj"));
    const counts = { runs: 0, edits: 0, succeeded: 0, file: 0, patchFile: 0, function: 0 };
    for (const name of names) {
      const record = JSON.parse(readFileSync(join(unpacked, "cost_2_1", name), "utf8"));
      const { trajectory } = sweAgent.read([record], { path: `cost_2_1/${name}` });
      const gold = tasks.get(trajectory.taskId ?? "")?.goldPatch ?? "";
      const { aliases } = goldFiles(gold);
      const edits = extractEdits(trajectory, parser);
      const done = edits.map(({ edit }) => edit).filter(({ succeeded }) => succeeded);
      const located = done.filter(({ path }) => aliases.has(path));
      const functions = goldFunctions(gold);
      counts.runs += 1;
      counts.edits += edits.length;
      counts.succeeded += done.length;
      counts.file += located.length > 0 ? 1 : 0;
      counts.patchFile += filesOfPatch(trajectory.finalPatch ?? "").some((path) => aliases.has(path)) ? 1 : 0;
      counts.function += functions.some((wanted) =>
        located.some((edit) => edit.functions.some((found) => sameFunction(found, wanted.name))),
      )
        ? 1
        : 0;
    }
    expect(counts).toEqual({ runs: 275, edits: 913, succeeded: 656, file: 105, patchFile: 105, function: 79 });
  });

  test("cover every file of the final patches that the agent itself wrote", async () => {
    const { files, covered, missed } = await coverage([join(unpacked, "cost_2_1")], unpacked);
    expect({ files, covered }).toEqual({ files: 475, covered: 348 });
    const unexplained = missed.filter((path) => !madeByPrograms.some((pattern) => pattern.test(path)));
    expect(unexplained).toEqual([]);
  });
});

/** Files that came with the sandbox, or that a program made which the agent ran. */
const madeByPrograms = [
  // SWE-bench's set-up of sphinx changes these before the run.
  /^(?:tox\.ini|setup\.py)$/,
  // setup.py build, sphinx-build
  /^build\/|\/_build\//,
  // django-admin startproject and startapp, migrate
  /(?:^|\/)(?:sampleproject|myproject|django_example)\/|\/migrations\/|(?:^|\/)(?:db\.sqlite3|mydatabase)$/,
];

describe("the edits of recorded runs of other agents", () => {
  if (requirePart("shared", data !== "", "MEMOP_SHARED names no folder of recorded runs")) return;

  // No sample of Claude Code comes with a final patch.
  test.each([
    ["swe-agent", 24],
    ["mini-swe-agent", 1],
    ["openhands-v0", 6],
  ])("cover every file of the final patches of %s", async (folder, expected) => {
    const { files, covered, missed } = await coverage([join(data, folder)], data, folder);
    expect(missed).toEqual([]);
    expect({ files, covered }).toEqual({ files: expected, covered: expected });
  });
});

/** Files that final patches change, those of them that a successful edit touched, and the others; of one format, or of all. */
async function coverage(paths: readonly string[], folder: string, format: string | null = null) {
  const parser = await loadShellParser();
  const missed: string[] = [];
  let files = 0;
  for await (const found of readTrajectories(paths, folder)) {
    if (found.kind === "refused" || (format !== null && found.format !== format)) continue;
    const { trajectory } = found;
    const done = extractEdits(trajectory, parser).filter(({ edit }) => edit.succeeded);
    const touched = done.flatMap(({ edit }) => [edit.path, edit.oldPath ?? edit.path]);
    for (const path of filesOfPatch(trajectory.finalPatch ?? "")) {
      files += 1;
      if (!touched.some((each) => each === path || each.endsWith(`/${path}`))) missed.push(path);
    }
  }
  return { files, covered: files - missed.length, missed };
}
