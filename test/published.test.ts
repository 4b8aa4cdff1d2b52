import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { composite, memopStrict } from "@memop/curation";
import { type MetricValues, metricNames } from "@memop/metrics";
import { describe, expect, test } from "vitest";
import { readPublishedFigures } from "../packages/cli/src/published-figures.ts";
import { checkout } from "./run-memop.ts";

const { memoryModels, structures, figures, systems } = readPublishedFigures();

describe("the 40 rows of tables 1 and 2", () => {
  const judged = memoryModels.rows.map((row) => {
    const deltas = row.deltas as MetricValues;
    const decision = memopStrict.decide({ deltas }, { nullMetrics: "require-all" });
    return { ...row, verdict: decision.verdict, reward: composite(deltas).reward as number };
  });

  test("hold all ten metrics, which are those of the policy's own fixture", () => {
    expect(judged).toHaveLength(40);
    for (const { deltas } of judged) expect(Object.keys(deltas).sort()).toEqual([...metricNames].sort());
    const fixture = join(checkout, "packages/curation/src/fixtures/memop-tables-1-2.json");
    const own = JSON.parse(readFileSync(fixture, "utf8")) as { deltas: MetricValues }[];
    expect(judged.map(({ deltas }) => deltas)).toEqual(own.map(({ deltas }) => deltas));
  });

  test("are accepted 21 times and rejected 19 times by the strict rule", () => {
    expect(judged.filter(({ verdict }) => verdict === "accept")).toHaveLength(21);
    expect(judged.filter(({ verdict }) => verdict === "reject")).toHaveLength(19);
  });

  test("one is rejected although r is +1.571", () => {
    const rejected = judged.filter(({ verdict, reward }) => verdict === "reject" && reward > 0);
    expect(rejected.map(({ memory_model, agent, reward }) => [memory_model, agent, reward.toFixed(3)])).toEqual([
      ["DeepSeek-1.5B", "Qwen3-Coder-30B-A3B", "1.571"],
    ]);
  });

  test("every memory model that was trained is accepted but that one, no untrained one is", () => {
    for (const { stage, verdict, reward } of judged) {
      expect(verdict).toBe(stage === "untrained" || reward.toFixed(3) === "1.571" ? "reject" : "accept");
    }
  });
});

test("values of 30 tasks in 20 turns are shares of 30 and multiples of 0.05, but for the misprint", () => {
  for (const { structure, values } of structures.rows) {
    for (const [metric, value] of Object.entries(values)) {
      if (metric.startsWith("le_")) expect(value * 20, `${structure} ${metric}`).toBeCloseTo(Math.round(value * 20), 6);
      else if (structure !== null || metric !== "la_file_1") {
        expect((100 * Math.round((value * 30) / 100)) / 30, `${structure} ${metric}`).toBeCloseTo(value, 1);
      }
    }
  }
});

test("figures agree with the tables: ten comparisons per repository, the largest gain of SR in either regime", () => {
  const { comparisons, repositories } = figures.repositories;
  expect(comparisons).toBe(10 * repositories);
  const best = (regime: string): number =>
    Math.max(...memoryModels.rows.filter((row) => row.regime === regime).map(({ deltas }) => deltas.sr ?? 0));
  expect(figures.headline).toMatchObject({
    sr_single_episode: best("single-episode"),
    sr_cross_episode: best("cross-episode"),
  });
});

test("every file names its source, and the page of the folder names every file", () => {
  const folder = join(checkout, "datasets/published");
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".json")))
    expect(readme).toContain(`| ${name} |`);
  for (const { source } of [memoryModels, structures, figures, systems]) expect(source.length).toBeGreaterThan(20);
});
