import { createRandom } from "@memop/core";
import { type MetricName, type MetricValues, mapMetrics } from "@memop/metrics";
import { describe, expect, test } from "vitest";
import { measureRuns } from "../measure-runs.ts";
import { measureTasks } from "../measure-tasks.ts";
import type { RunValues } from "../measurement.ts";
import { confident } from "./confident.ts";
import type { PolicyDecision, PolicySettings } from "./policy.ts";

const settings: PolicySettings = {
  nullMetrics: "available",
  alpha: 0.05,
  power: 0.8,
  smallestEffect: 3,
  margins: mapMetrics(() => 10),
  draws: 2000,
};
const options = { seed: 1, name: "m", alpha: 0.05, draws: 2000 };
const tasksOf = (rows: readonly MetricValues[], repo: string | null = null) =>
  rows.map((values, at) => ({ taskId: `t${at}`, repo, values, runs: null }));
const decide = (rows: readonly MetricValues[], changed: Partial<PolicySettings> = {}): PolicyDecision =>
  confident.decide(measureTasks(tasksOf(rows), options), { ...settings, ...changed });
const all = (value: number, fields: Partial<Record<MetricName, number | null>> = {}): MetricValues => ({
  ...mapMetrics(() => value),
  ...fields,
});
/** `count` tasks around `mean`, spread evenly over ± `spread`. */
const around = (mean: number, spread: number, count: number): MetricValues[] =>
  Array.from({ length: count }, (_, at) => all(mean + spread * ((2 * at) / (count - 1) - 1)));

describe("over several tasks", () => {
  test("a clear gain is accepted", () => {
    expect(decide(around(8, 15, 40))).toEqual({ verdict: "accept", reasons: [] });
  });

  test("five gains are the fewest that are accepted; with fewer it says how many are missing", () => {
    expect(decide(around(8, 1, 5)).verdict).toBe("accept");
    expect(decide(around(8, 1, 4))).toMatchObject({ verdict: "undecided", reasons: ["too-few-pairs:4:5"] });
    expect(decide(around(8, 1, 4)).morePairsNeeded).toBeGreaterThan(0);
  });

  test("a loss is rejected as harm, with its size", () => {
    expect(decide(around(-6, 10, 40))).toEqual({ verdict: "reject", reasons: ["harm:composite:-6"] });
  });

  test("a metric that falls below its margin is harm although the reward rises", () => {
    const rows = around(20, 10, 40).map((values) => ({ ...values, sr: -15 }));
    expect(decide(rows)).toEqual({ verdict: "reject", reasons: ["harm:sr:-15"] });
    expect(decide(rows, { margins: mapMetrics(() => 20) }).verdict).toBe("accept");
  });

  test("a metric of which non-inferiority is not shown holds acceptance back, and pairs are asked for", () => {
    const rows = around(8, 10, 20).map((values, at) => ({ ...values, sr: at % 2 === 0 ? 100 : -100 }));
    const decision = decide(rows);
    expect(decision.verdict).toBe("undecided");
    expect(decision.reasons[0]).toMatch(/^not-non-inferior:sr:-\d/);
    // σ = 100 (102.6 by the sample): ((1.645 + 0.842)·102.6/10)² = 651, less the 20 there are.
    expect(decision.morePairsNeeded).toBeGreaterThan(560);
    expect(decision.morePairsNeeded).toBeLessThan(700);
  });

  test("nothing at all is redundant and futile", () => {
    expect(decide(around(0, 0, 10))).toEqual({ verdict: "reject", reasons: ["redundant", "futility:composite:0"] });
  });

  test("a gain that is surely below the smallest effect of interest is futile", () => {
    expect(decide(around(0.2, 4, 60)).reasons[0]).toMatch(/^futility:composite:/);
    expect(decide(around(0.2, 4, 60), { smallestEffect: 0.3 }).verdict).toBe("undecided");
  });

  test("a metric that no task defines is left out, or leaves it undecided", () => {
    const rows = around(8, 15, 40).map((values) => ({ ...values, la_func_1: null }));
    expect(decide(rows).verdict).toBe("accept");
    expect(decide(rows, { nullMetrics: "require-all" }).reasons).toEqual(["undefined:la_func_1"]);
  });

  test("a metric that one task alone defines cannot be shown not to be inferior", () => {
    const rows = around(8, 15, 40).map((values, at) => ({ ...values, la_func_1: at === 0 ? 5 : null }));
    expect(decide(rows).reasons).toEqual(["not-non-inferior:la_func_1:unknown"]);
  });

  test("without pairs there is nothing to decide", () => {
    expect(decide([])).toEqual({ verdict: "undecided", reasons: ["no-pairs"] });
  });
});

describe("over the runs of one task", () => {
  const runsOf = (values: readonly number[]): MetricValues[] => values.map((value) => all(value));
  const decideRuns = (runs: RunValues, variance: number | null = 100): PolicyDecision =>
    confident.decide(measureRuns(runs, options, variance), settings);

  test("3 + 3 runs without overlap are accepted", () => {
    expect(decideRuns({ having: runsOf([60, 70, 80]), without: runsOf([30, 40, 50]) }).verdict).toBe("accept");
    expect(decideRuns({ having: runsOf([60, 70, 45]), without: runsOf([30, 40, 50]) }).verdict).toBe("undecided");
  });

  test("fewer runs are undecided, with the number missing in each arm", () => {
    expect(decideRuns({ having: runsOf([60]), without: runsOf([30, 40]) })).toEqual({
      verdict: "undecided",
      reasons: ["runs-missing:with:2", "runs-missing:without:1"],
      morePairsNeeded: 2,
    });
  });

  test("3 + 3 runs that are all lower are harm", () => {
    const decision = decideRuns({ having: runsOf([10, 12, 14]), without: runsOf([60, 61, 62]) });
    expect(decision.verdict).toBe("reject");
    expect(decision.reasons[0]).toBe("harm:composite:-49");
  });

  test("equal runs are redundant", () => {
    const runs = runsOf([50, 50, 50]);
    expect(decideRuns({ having: runs, without: runs }).reasons).toEqual(["redundant", "futility:composite:0"]);
  });

  test("enough runs that differ little ask for as many as the power needs", () => {
    const decision = decideRuns({ having: runsOf([60, 40, 55]), without: runsOf([50, 45, 38]) });
    // ((1.645 + 0.842)·√200/3)² = 138, less 3; the ten margins of 10 ask for fewer.
    expect(decision.morePairsNeeded).toBe(135);
  });

  test("shuffled labels are accepted at most at the stated level", () => {
    const runs = { having: runsOf([60, 70, 80, 75]), without: runsOf([30, 40, 50, 55]) };
    const task = { taskId: "t", repo: null, values: all(26), runs };
    const rate = confident.falseAcceptRate([task], settings, createRandom(2)) as number;
    expect(rate).toBeLessThan(0.1);
  });
});

describe("shuffled labels", () => {
  test("are accepted at most at the stated level, and the same for the same seed", () => {
    const random = createRandom(9);
    const rows = Array.from({ length: 60 }, () => all(random.next() * 60 - 10));
    const rate = (): number => confident.falseAcceptRate(tasksOf(rows), settings, createRandom(4)) as number;
    expect(rate()).toBeLessThan(0.08);
    expect(rate()).toBeGreaterThan(0.02);
    expect(rate()).toBe(rate());
  });

  test("cannot be accepted with fewer pairs than the test needs", () => {
    expect(confident.falseAcceptRate(tasksOf(around(8, 1, 4)), settings, createRandom(4))).toBe(0);
    expect(confident.falseAcceptRate([], settings, createRandom(4))).toBeNull();
  });
});
