import { createRandom } from "@memop/core";
import { mapMetrics, metricNames } from "@memop/metrics";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TaskDelta } from "../deltas.ts";
import { recordedStatistics } from "../testing/recorded-statistics.ts";
import { bootstrapDeltas } from "./bootstrap-deltas.ts";

const task = (value: number, at: number, repo: string | null = null): TaskDelta => ({
  taskId: `t${at}`,
  repo,
  values: mapMetrics(() => value),
});
const spreadOf = (tasks: readonly TaskDelta[]) => bootstrapDeltas(tasks, { random: createRandom(5) });

describe("the bootstrap over tasks", () => {
  test("has nothing to say of fewer than two tasks", () => {
    expect(spreadOf([task(5, 0)])).toMatchObject({ reward: null, intervals: { sr: null } });
  });

  test("has the standard error of a mean", () => {
    const values = Array.from({ length: 40 }, (_, at) => (at % 5) * 10);
    // Variance of 0, 10, 20, 30, 40 over 40 tasks: 200·40/39; over 40: √5.13 = 2.26.
    expect(spreadOf(values.map((value, at) => task(value, at))).reward?.se).toBeGreaterThan(2);
    expect(spreadOf(values.map((value, at) => task(value, at))).reward?.se).toBeLessThan(2.5);
  });

  test("agrees with scipy's bootstrap within the error of the draws", () => {
    for (const { values, se, lowerBound, upperBound } of recordedStatistics().bootstrap) {
      const tasks = values.map((value, at) => task(value, at));
      const { intervals } = bootstrapDeltas(tasks, { random: createRandom(5), draws: 20_000 });
      expect(Math.abs((intervals.sr?.se ?? 0) / se - 1)).toBeLessThan(0.03);
      expect(Math.abs((intervals.sr?.lowerBound ?? 0) - lowerBound) / se).toBeLessThan(0.06);
      expect(Math.abs((intervals.sr?.upperBound ?? 0) - upperBound) / se).toBeLessThan(0.06);
    }
  });

  test("of repositories of unequal size agrees with numpy within the error of the draws", () => {
    for (const { clusters, se, lowerBound, upperBound } of recordedStatistics().cluster_bootstrap) {
      const tasks = clusters.flatMap((values, repo) =>
        values.map((value, at) => task(value, 100 * repo + at, `r${repo}`)),
      );
      const { reward } = bootstrapDeltas(tasks, { random: createRandom(5), draws: 20_000 });
      expect(Math.abs((reward?.se ?? 0) / se - 1)).toBeLessThan(0.03);
      expect(Math.abs((reward?.lowerBound ?? 0) - lowerBound) / se).toBeLessThan(0.06);
      expect(Math.abs((reward?.upperBound ?? 0) - upperBound) / se).toBeLessThan(0.06);
    }
  });

  test("draws whole repositories when there are at least five", () => {
    // Six repositories of ten equal tasks each: the spread is that of six values, not of sixty.
    const tasks = Array.from({ length: 60 }, (_, at) => task(Math.floor(at / 10) * 10, at, `r${Math.floor(at / 10)}`));
    const alone = tasks.map((each) => ({ ...each, repo: null }));
    const [clustered, single] = [spreadOf(tasks).reward?.se as number, spreadOf(alone).reward?.se as number];
    // √(Var(0…50)·6/5/6) = √(350/6) = 7.64 against √(291.7/59) = 2.22.
    expect(clustered).toBeGreaterThan(6.8);
    expect(clustered).toBeLessThan(8.5);
    expect(single).toBeLessThan(2.6);
  });

  test("brackets every mean, within the range of its tasks", () => {
    const deltas = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(deltas, (values) => {
        const { intervals, reward } = spreadOf(values.map((value, at) => task(value, at)));
        const [low, high] = [Math.min(...values), Math.max(...values)];
        for (const metric of metricNames) {
          const { lower, upper } = intervals[metric] as { lower: number; upper: number };
          expect(low - 1e-9 <= lower && lower <= upper && upper <= high + 1e-9).toBe(true);
        }
        expect(reward?.lowerBound as number).toBeGreaterThanOrEqual(low - 1e-9);
      }),
      { numRuns: 20 },
    );
  });

  test("has no interval for a metric that one task defines", () => {
    const [first, second] = [task(5, 0), task(7, 1)];
    const half = { ...second, values: { ...second.values, la_func_1: null } };
    expect(spreadOf([first, half]).intervals).toMatchObject({ la_func_1: null, sr: { lower: 5, upper: 7 } });
  });
});
