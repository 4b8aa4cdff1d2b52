import { readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson, type Json, sha256Hex } from "@memop/core";
import { requirePart, sharedData } from "@memop/core/testing";
import { formatNamed, type Trajectory } from "@memop/trajectory";
import { describe, expect, test } from "vitest";
import type { MetricValues } from "../metric.ts";
import { makeTrajectory } from "../testing/index.ts";
import { locEvalGold } from "./loc-eval-gold.ts";
import { scoreAsLocEval } from "./openhands-loc-eval.ts";

/** What the published evaluator returned, or the error with which it stopped. */
type Published =
  | { readonly error: string; readonly totalTurn: number }
  | {
      readonly totalTurn: number;
      readonly laFile: Spread;
      readonly laFunc: Spread;
      readonly turnFile: Spread;
      readonly turnFunc: Spread;
      readonly resolveIndex: number;
    };
type Spread = { readonly macro: number; readonly micro: number };

interface Case {
  readonly patch: string;
  readonly budget: number;
  readonly resolved: boolean;
  readonly evaluator: Published;
}

const golden = JSON.parse(readFileSync(join(import.meta.dirname, "fixtures", "openhands-loc-eval.json"), "utf8")) as {
  readonly cases: readonly (Case & { readonly name: string; readonly row: unknown })[];
  readonly recorded: {
    readonly file: string;
    readonly cases: readonly (Case & { line: number; rewrite: Record<string, string> })[];
  };
  readonly lite: {
    readonly file: string;
    readonly tasks: number;
    readonly files: number;
    readonly functions: number;
    readonly sha256: string;
  };
};

const read = (row: unknown): Trajectory =>
  formatNamed("openhands-v0").read([row], { path: "output.jsonl:1" }).trajectory;

function expectPublished(metrics: MetricValues, published: Published, budget: number, resolved: boolean): void {
  if ("error" in published) return;
  const left = (turn: number): number => (100 * (budget - Math.min(turn, budget))) / budget;
  const expected: MetricValues = {
    la_file_1: published.laFile.macro,
    la_file_all: published.laFile.micro,
    la_func_1: published.laFunc.macro,
    la_func_all: published.laFunc.micro,
    le_file_1: left(published.turnFile.macro),
    le_file_all: left(published.turnFile.micro),
    le_func_1: left(published.turnFunc.macro),
    le_func_all: left(published.turnFunc.micro),
    sr: resolved ? 100 : 0,
    e_resolve: left(published.resolveIndex),
  };
  for (const [metric, value] of Object.entries(expected)) {
    expect(metrics[metric as keyof MetricValues], metric).toBeCloseTo(value as number, 10);
  }
}

describe("scores what the published evaluator scores", () => {
  const scored = golden.cases.filter(({ evaluator }) => !("error" in evaluator));

  test.each(scored)("$name", ({ row, patch, budget, resolved, evaluator }) => {
    const { metrics } = scoreAsLocEval({ trajectory: read(row), goldPatch: patch, budget, resolved });
    expectPublished(metrics, evaluator, budget, resolved);
  });
});

describe("where the published evaluator stops with an error", () => {
  const score = (name: string): MetricValues => {
    const found = golden.cases.find((each) => each.name === name);
    expect(found?.evaluator).toHaveProperty("error");
    return scoreAsLocEval({
      trajectory: read(found?.row),
      goldPatch: found?.patch ?? null,
      budget: 20,
      resolved: false,
    }).metrics;
  };

  test("localization without a gold function is null", () => {
    expect(score("no gold file has a function")).toMatchObject({
      la_file_1: null,
      le_func_all: null,
      sr: 0,
      e_resolve: 0,
    });
  });

  test("an insert names nothing", () => {
    expect(score("an insert stops the evaluator")).toMatchObject({ la_file_1: 0, la_func_1: 0 });
  });

  test("an edit beside a command counts", () => {
    expect(score("an edit beside a command stops the evaluator")).toMatchObject({ la_file_1: 100, le_file_1: 95 });
  });
});

test("without a gold patch, a budget or an outcome, what needs them is null", () => {
  const card = scoreAsLocEval({ trajectory: makeTrajectory(3), goldPatch: null, budget: null, resolved: null });
  expect(Object.values(card.metrics)).toEqual(Array(10).fill(null));
  expect(card.notes).toEqual(["no-gold-functions", "budget-unknown", "outcome-unknown"]);
});

const shared = sharedData();

describe("recorded runs", () => {
  if (requirePart("shared", shared !== null, "recorded OpenHands runs") || shared === null) return;
  const lines = readFileSync(join(shared, golden.recorded.file), "utf8").trim().split("\n");

  test.each(golden.recorded.cases)(
    "line $line, resolved $resolved",
    ({ line, rewrite, patch, budget, resolved, evaluator }) => {
      const text = Object.entries(rewrite).reduce(
        (whole, [from, to]) => whole.replaceAll(from, to),
        lines[line] as string,
      );
      const { metrics } = scoreAsLocEval({ trajectory: read(JSON.parse(text)), goldPatch: patch, budget, resolved });
      expectPublished(metrics, evaluator, budget, resolved);
    },
  );

  test("the gold functions of SWE-bench Lite are those of the evaluator, name by name", () => {
    const { file, tasks, files, functions, sha256 } = golden.lite;
    const rows = readFileSync(join(shared, file), "utf8").trim().split("\n");
    const gold: Record<string, Record<string, string[]>> = {};
    for (const row of rows) {
      const { instance_id, patch } = JSON.parse(row) as { instance_id: string; patch: string };
      gold[instance_id] = Object.fromEntries([...locEvalGold(patch)].map(([path, names]) => [path, [...names].sort()]));
    }
    const perFile = Object.values(gold).flatMap((each) => Object.values(each));
    expect([rows.length, perFile.length, perFile.flat().length]).toEqual([tasks, files, functions]);
    expect(sha256Hex(canonicalJson(gold as Json))).toBe(sha256);
  });
});
