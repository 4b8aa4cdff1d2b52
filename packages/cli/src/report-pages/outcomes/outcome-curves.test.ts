import fc from "fast-check";
import { expect, test } from "vitest";
import type { SystemTask } from "../../study/read-systems.ts";
import { cumulativeRate } from "./cumulative.ts";
import { passCurve } from "./pass-at-k.ts";

const task = (rollouts: number, resolved: number): SystemTask => ({
  system: "s",
  taskId: "t",
  repo: null,
  rollouts,
  resolved,
  createdAt: null,
});

test("pass@k and pass^k over tasks with several rollouts, as far as every task has them", () => {
  // 2 of 3, then 0 of 4: pass@1 = (2/3 + 0)/2, pass@2 = (1 + 0)/2, pass^2 = (1/3 + 0)/2.
  const curve = passCurve([task(3, 2), task(4, 0), task(1, 1)]);
  expect(curve.map(({ k, tasks }) => [k, tasks])).toEqual([
    [1, 2],
    [2, 2],
    [3, 2],
  ]);
  expect(curve[0]?.any).toBeCloseTo(100 / 3, 10);
  expect(curve[1]?.any).toBeCloseTo(50, 10);
  expect(curve[1]?.all).toBeCloseTo(100 / 6, 10);
});

test("averages of imported cards, and tasks tried once, make no curve", () => {
  expect(passCurve([task(2, 0.5), task(1, 1)])).toEqual([]);
});

test("pass@k never falls with k, pass^k never rises, and both begin at the resolution rate", () => {
  const tasks = fc.array(
    fc
      .integer({ min: 2, max: 8 })
      .chain((runs) => fc.integer({ min: 0, max: runs }).map((resolved) => task(runs, resolved))),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(tasks, (given) => {
      const curve = passCurve(given);
      for (const [at, point] of curve.entries()) {
        const before = curve[at - 1] ?? point;
        expect(point.any).toBeGreaterThanOrEqual(before.any - 1e-9);
        expect(point.all).toBeLessThanOrEqual(before.all + 1e-9);
      }
      const mean = (100 * given.reduce((sum, each) => sum + each.resolved / each.rollouts, 0)) / given.length;
      expect(curve[0]?.any).toBeCloseTo(mean, 8);
      expect(curve[0]?.all).toBeCloseTo(mean, 8);
    }),
  );
});

test("the cumulative rate after each issue is the share resolved so far, the last one of all", () => {
  expect(cumulativeRate([task(1, 1), task(1, 0), task(2, 1)])).toEqual([100, 50, 50]);
  expect(cumulativeRate([])).toEqual([]);
});
