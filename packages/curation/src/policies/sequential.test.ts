import { createRandom } from "@memop/core";
import { type MetricValues, mapMetrics } from "@memop/metrics";
import { describe, expect, test } from "vitest";
import { measureTasks } from "../measure-tasks.ts";
import { taskOrder } from "../task-order.ts";
import type { PolicyDecision, PolicySettings } from "./policy.ts";
import { capOf, sequential } from "./sequential.ts";

const settings: PolicySettings = {
  nullMetrics: "available",
  alpha: 0.05,
  power: 0.8,
  smallestEffect: 3,
  margins: mapMetrics(() => 10),
  draws: 200,
};
const tasksOf = (values: readonly number[]) =>
  values.map((value, at) => ({
    taskId: `t${at}`,
    repo: null,
    values: mapMetrics(() => value) as MetricValues,
    runs: null,
  }));
const decide = (values: readonly number[], changed: Partial<PolicySettings> = {}): PolicyDecision =>
  sequential.decide(measureTasks(tasksOf(values), { seed: 1, name: "m", alpha: 0.05, draws: 10 }), {
    ...settings,
    ...changed,
  });
const noise = (count: number, mean: number, seed: number): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => mean + 80 * (random.next() - 0.5));
};

describe("the verdict", () => {
  test("is accept on steady gains and reject on steady losses", () => {
    expect(decide(noise(80, 15, 1))).toEqual({ verdict: "accept", reasons: [] });
    const harm = decide(noise(80, -15, 1));
    expect(harm.verdict).toBe("reject");
    expect(harm.reasons[0]).toMatch(/^harm:composite:-1\d/);
  });

  test("is undecided on little, and asks for the pairs left to the cap", () => {
    const decision = decide(noise(20, 1, 1));
    expect(decision.verdict).toBe("undecided");
    expect(decision.reasons[0]).toMatch(/^e-value-below:/);
    const sequence = measureTasks(tasksOf(noise(20, 1, 1)), { seed: 1, name: "m", alpha: 0.05, draws: 10 }).sequence;
    expect(decision.morePairsNeeded).toBe(capOf(sequence, settings) - 20);
  });

  test("is reject at the cap", () => {
    expect(decide(noise(60, 0, 5), { smallestEffect: 30 }).reasons[0]).toMatch(/^futility:cap:\d+$/);
    expect(decide(Array(60).fill(0), { smallestEffect: 30 }).reasons[0]).toBe("redundant");
  });

  test("without pairs is undecided", () => {
    expect(decide([])).toEqual({ verdict: "undecided", reasons: ["no-pairs"] });
  });
});

test("shuffled signs are accepted at most at the stated level", () => {
  const rate = sequential.falseAcceptRate(tasksOf(noise(200, 10, 3)), settings, createRandom(1)) as number;
  expect(rate).toBeLessThan(0.08);
});

test("tasks have one order, whichever of them have run", () => {
  const tasks = tasksOf(noise(30, 0, 1));
  const whole = taskOrder(tasks, 7).map((task) => task.taskId);
  const half = tasks.filter((_, at) => at % 2 === 0);
  const kept = new Set(half.map((task) => task.taskId));
  expect(taskOrder([...half].reverse(), 7).map((task) => task.taskId)).toEqual(whole.filter((id) => kept.has(id)));
  expect(taskOrder(tasks, 8).map((task) => task.taskId)).not.toEqual(whole);
});
