import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { labelSheet, readLabelSheet } from "./label-sheet.ts";
import type { Failure } from "./read-failures.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-sheet-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const failure = (trajectoryId: string): Failure => ({
  trajectoryId,
  taskId: 'o__r-1 "quoted", with comma',
  repo: "o/r",
  condition: "none",
  memoryId: null,
  agent: "a",
  turns: 3,
  source: "runs/a.traj",
});
const head =
  "trajectory_id,task_id,repo,condition,agent,turns,source,repository-structure,repetition,reasoning,coding,execution,inconsistency,hallucination,none,notes";

function sheet(...rows: string[]): string {
  const path = join(folder, "sheet.csv");
  writeFileSync(path, [head, ...rows].join("\n"));
  return path;
}

test("a fresh sheet has a row per failure, no label of the rules, and reads back as not labelled yet", async () => {
  const path = join(folder, "fresh.csv");
  const text = labelSheet([failure("a1"), failure("b2")]);
  writeFileSync(path, text);
  expect(text.split("\r\n")[0]).toBe(head);
  expect(text).toContain('"o__r-1 ""quoted"", with comma"');
  expect(await readLabelSheet(path)).toEqual({ labelled: [], blank: 2 });
});

test("marks are read in the ways in which people write them; `none` says that no pattern fits", async () => {
  const { labelled, blank } = await readLabelSheet(
    sheet("a,,,,,,,x,,,1,,,,,", "b,,,,,,,,,,,,,,X,seen", "c,,,,,,,,,,,,,,,", "d,,,,,,,no,yes,0,,,,,,"),
  );
  const marked = labelled.map(({ trajectoryId, labels }) => [
    trajectoryId,
    Object.keys(labels).filter((name) => labels[name]),
  ]);
  expect(marked).toEqual([
    ["a", ["repository-structure", "coding"]],
    ["b", []],
    ["d", ["repetition"]],
  ]);
  expect(blank).toBe(1);
});

test.each([
  ["a mark that is none", "a,,,,,,,maybe,,,,,,,,", /line 2, column repository-structure: "maybe" is no mark/],
  ["a pattern and none", "a,,,,,,,x,,,,,,,x,", /line 2 marks "none" and a pattern/],
])("%s is an error that names its line", async (_, row, message) => {
  await expect(readLabelSheet(sheet(row))).rejects.toThrow(message);
});

test("a table without the columns is no sheet", async () => {
  const path = join(folder, "other.csv");
  writeFileSync(path, "a,b\n1,2\n");
  await expect(readLabelSheet(path)).rejects.toThrow(/is no label sheet/);
});
