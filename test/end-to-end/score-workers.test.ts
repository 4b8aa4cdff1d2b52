import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableFiles } from "@memop/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkout } from "../run-memop.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-score-workers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = join(folder, "ws");

/** The built command: it scores in worker threads, and the tests' own calls do not. */
function memop(...argv: readonly string[]): number | null {
  const program = join(checkout, "packages/cli/bin/memop.js");
  return spawnSync(process.execPath, [program, ...argv], { cwd: folder, stdio: "ignore" }).status;
}

function row(number: number): string {
  const command = number % 3 === 0 ? "sed -i 's/1/2/' src/a.py" : "ls src";
  const call = { id: "c", type: "function", function: { name: "bash", arguments: JSON.stringify({ command }) } };
  const messages = [
    { role: "user", content: `task ${number}` },
    { role: "assistant", content: "x".repeat((number % 7) * 3000), tool_calls: [call] },
    { role: "tool", tool_call_id: "c", content: "" },
  ];
  return JSON.stringify({ instance_id: `o__r-${number % 40}`, messages, resolved: number % 2 === 0, run: number });
}

beforeAll(() => {
  const patch = "diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-1\n+2\n";
  // The last ten tasks are not known, and every fifth rollout has no outcome there.
  const tasks = Array.from({ length: 30 }, (_, number) => ({
    instance_id: `o__r-${number}`,
    repo: "o/r",
    base_commit: "c0",
    patch,
    test_patch: "",
    problem_statement: "wrong",
    FAIL_TO_PASS: ["t"],
    PASS_TO_PASS: [],
  }));
  const rows = Array.from({ length: 500 }, (_, number) =>
    number % 5 === 0 ? row(number).replace(/"resolved":(true|false),/, "") : row(number),
  );
  writeFileSync(join(folder, "rows.jsonl"), `${rows.join("\n")}\n`);
  writeFileSync(join(folder, "tasks.jsonl"), `${tasks.map((task) => JSON.stringify(task)).join("\n")}\n`);
  expect(memop("ingest", "rows.jsonl", "tasks.jsonl", "--out", root)).toBe(0);
});

/** What a call that makes every card leaves behind. */
function scored(workers: number): { readonly scores: readonly Buffer[]; readonly refused: string } {
  expect(memop("score", root, "--budget", "9", "--force", "--workers", String(workers))).toBe(0);
  const scores = tableFiles({ root }, "scores").map((file) => readFileSync(file));
  return { scores, refused: readFileSync(join(root, "refused", "score.jsonl"), "utf8") };
}

test("cards and refusals are the same byte for byte with one worker thread and with several", () => {
  const alone = scored(1);
  expect(alone.refused).toContain('"no-task"');
  expect(scored(2)).toEqual(alone);
  expect(scored(3)).toEqual(alone);
});
