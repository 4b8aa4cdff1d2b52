import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aggregateScores } from "./aggregate.ts";
import { localizationAccuracy } from "./localization-accuracy.ts";
import { localizationEfficiency } from "./localization-efficiency.ts";
import { type MetricValues, mapMetrics } from "./metric.ts";

const card = (taskId: string, value: number | null): { taskId: string; metrics: MetricValues } => ({
  taskId,
  metrics: mapMetrics(() => value),
});

describe("the mean over cards", () => {
  test("is first over the rollouts of a task, then over tasks", () => {
    // (0 + 0 + 90)/3 = 30 and 100: (30 + 100)/2 = 65, not (0 + 0 + 90 + 100)/4 = 47.5.
    const { sr } = aggregateScores([card("a", 0), card("a", 0), card("a", 90), card("b", 100)]);
    expect(sr).toEqual({ mean: 65, tasks: 2, skipped: 0 });
  });

  test("skips nulls and counts them; a task of nulls is no task", () => {
    const { sr } = aggregateScores([card("a", 40), card("a", null), card("b", null)]);
    expect(sr).toEqual({ mean: 40, tasks: 1, skipped: 2 });
    expect(aggregateScores([card("b", null)]).sr).toEqual({ mean: null, tasks: 0, skipped: 1 });
  });

  test("does not depend on the order of cards", () => {
    const cards = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.option(fc.integer({ min: 0, max: 100 }))));
    fc.assert(
      fc.property(cards, (pairs) => {
        const made = pairs.map(([taskId, value]) => card(taskId, value));
        const [forth, back] = [aggregateScores(made).sr, aggregateScores([...made].reverse()).sr];
        expect(back.skipped).toBe(forth.skipped);
        expect(back.mean ?? 0).toBeCloseTo(forth.mean ?? 0, 9);
      }),
    );
  });
});

describe("the arithmetic of MemOp's structure table: 30 tasks, 20 turns", () => {
  /** Thirty first-located turns with the given sum; 20 stands for never located. */
  function turnsWithSum(sum: number): number[] {
    const turns = Array.from({ length: 30 }, () => 1);
    for (let left = sum - 30, at = 0; left > 0; at += 1) {
      const step = Math.min(19, left);
      turns[at] = 1 + step;
      left -= step;
    }
    return turns;
  }

  function tableCell(turns: readonly number[]): string {
    const cards = turns.map((turn, at) => ({
      taskId: String(at),
      metrics: mapMetrics((metric) => (metric === "le_file_1" ? localizationEfficiency([turn], 20, "first") : null)),
    }));
    return (aggregateScores(cards).le_file_1.mean as number).toFixed(2);
  }

  // Mean turns of 12.90, 9.93, 11.47 and 13.67 over 30 tasks are sums of 387, 298, 344 and 410.
  test.each([
    [387, "35.50"],
    [298, "50.33"],
    [344, "42.67"],
    [410, "31.67"],
  ])("a sum of %i turns is %s", (sum, printed) => {
    expect(tableCell(turnsWithSum(sum))).toBe(printed);
  });

  // The table rounds the mean turn to two decimals first: (20 - 11.63)/20 = 41.85 %.
  test.each([
    [12.9, "35.50"],
    [11.63, "41.85"],
    [13.67, "31.65"],
    [9.93, "50.35"],
    [11.47, "42.65"],
  ])("a mean turn of %d is %s", (turn, printed) => {
    expect((localizationEfficiency([turn], 20, "first") as number).toFixed(2)).toBe(printed);
  });

  test("17 of 30 tasks located is 56.67", () => {
    const cards = Array.from({ length: 30 }, (_, at) => ({
      taskId: String(at),
      metrics: mapMetrics((metric) =>
        metric === "la_file_1" ? localizationAccuracy([at < 17 ? 3 : null], "first") : null,
      ),
    }));
    expect((aggregateScores(cards).la_file_1.mean as number).toFixed(2)).toBe("56.67");
  });

  test("over 400 tasks LA of the first and SR are multiples of 0.25, LA of all need not be", () => {
    const cards = Array.from({ length: 400 }, (_, at) => ({
      taskId: String(at),
      metrics: mapMetrics((metric) =>
        metric === "la_file_1" || metric === "la_file_all"
          ? localizationAccuracy(
              at < 279 ? [1, at % 7 === 0 ? null : 2, 3] : [null],
              metric === "la_file_1" ? "first" : "all",
            )
          : null,
      ),
    }));
    const { la_file_1, la_file_all } = aggregateScores(cards);
    expect((la_file_1.mean as number).toFixed(2)).toBe("69.75");
    expect(((la_file_all.mean as number) * 4) % 1).not.toBe(0);
  });
});
