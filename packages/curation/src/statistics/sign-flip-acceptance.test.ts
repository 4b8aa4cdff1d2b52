import { createRandom } from "@memop/core";
import { type MetricValues, mapMetrics, metricNames } from "@memop/metrics";
import { describe, expect, test } from "vitest";
import { memopStrict } from "../policies/memop-strict.ts";
import { toDeltaMatrix } from "./delta-matrix.ts";
import { signFlipAcceptance } from "./sign-flip-acceptance.ts";

const strict = (deltas: MetricValues): boolean =>
  memopStrict.decide({ deltas }, { nullMetrics: "available" }).verdict === "accept";
const rate = (tasks: readonly MetricValues[], draws?: number): number | null =>
  signFlipAcceptance(toDeltaMatrix(tasks.map((values) => ({ values }))), strict, {
    random: createRandom(1),
    ...(draws === undefined ? {} : { draws }),
  });
const all = (value: number | null): MetricValues => mapMetrics(() => value);

describe("the estimated false-accept rate of the strict rule", () => {
  test("of one task is a half when one sign is accepted, 0 when none is", () => {
    expect(rate([all(5)])).toBe(0.5);
    expect(rate([all(-5)])).toBe(0.5);
    expect(rate([{ ...all(5), sr: -1 }])).toBe(0);
    expect(rate([all(0)])).toBe(0);
  });

  test("of two tasks counts the four sign patterns", () => {
    // ++ accepts, +- gives (5 - 3)/2 > 0 accepts, -+ and -- do not.
    expect(rate([all(5), all(3)])).toBe(0.5);
    // Metrics that move against each other between tasks are accepted under no pattern.
    expect(
      rate([
        { ...all(0), sr: 5, e_resolve: -3 },
        { ...all(0), sr: 2, e_resolve: -1 },
      ]),
    ).toBe(0);
  });

  test("leaves undefined metrics out, and is null without tasks", () => {
    expect(rate([{ ...all(null), sr: 4 }])).toBe(0.5);
    expect(rate([])).toBeNull();
  });

  test("falls with more independent metrics", () => {
    const random = createRandom(3);
    const noise = (): number => Math.round(random.next() * 40 - 20);
    const tasks = Array.from({ length: 30 }, () => mapMetrics(() => noise()));
    const one = tasks.map((values) => ({ ...all(null), sr: values.sr }));
    const [few, many] = [rate(one, 2000) as number, rate(tasks, 2000) as number];
    expect(few).toBeGreaterThan(0.4);
    expect(few).toBeLessThan(0.6);
    // Ten independent coins: about 2⁻¹⁰.
    expect(many).toBeLessThan(0.01);
    expect(metricNames).toHaveLength(10);
  });
});
