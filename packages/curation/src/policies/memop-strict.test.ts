import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type MetricValues, mapMetrics, metricNames } from "@memop/metrics";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composite } from "../deltas.ts";
import { memopStrict } from "./memop-strict.ts";

const decide = (deltas: MetricValues, nullMetrics: "available" | "require-all" = "available") =>
  memopStrict.decide({ deltas }, { nullMetrics });

describe("the published tables", () => {
  interface PublishedRow {
    readonly table: number;
    readonly agent: string;
    readonly memoryModel: string;
    readonly deltas: MetricValues;
  }
  const file = join(import.meta.dirname, "..", "fixtures", "memop-tables-1-2.json");
  const rows = JSON.parse(readFileSync(file, "utf8")) as PublishedRow[];
  const accepted = rows.filter(({ deltas }) => decide(deltas).verdict === "accept");

  test("21 of the 40 rows are accepted, 19 rejected", () => {
    expect(rows).toHaveLength(40);
    expect(accepted).toHaveLength(21);
    expect(rows.filter(({ deltas }) => decide(deltas).verdict === "reject")).toHaveLength(19);
  });

  test("the reward of the accepted rows runs from 0.598 to 4.385", () => {
    const rewards = accepted.map(({ deltas }) => composite(deltas).reward as number);
    expect(Math.min(...rewards).toFixed(3)).toBe("0.598");
    expect(Math.max(...rewards).toFixed(3)).toBe("4.385");
  });

  test("DeepSeek-1.5B (FT) on Qwen3-Coder is rejected for one metric although its reward is +1.571", () => {
    const row = rows.find(
      ({ agent, memoryModel }) => agent.startsWith("Qwen3-Coder") && memoryModel === "DeepSeek-1.5B (FT)",
    );
    expect(composite(row?.deltas as MetricValues).reward).toBeCloseTo(1.571, 10);
    expect(decide(row?.deltas as MetricValues)).toEqual({ verdict: "reject", reasons: ["harm:le_file_1:-0.27"] });
  });
});

describe("edges", () => {
  const zero = mapMetrics(() => 0);

  test("ten zeros are redundant", () => {
    expect(decide(zero)).toEqual({ verdict: "reject", reasons: ["redundant"] });
  });

  test("a difference below 1e-9 is a zero, on either side", () => {
    expect(decide({ ...zero, sr: 9e-10 }).reasons).toEqual(["redundant"]);
    expect(decide({ ...zero, sr: 5, la_file_1: -9e-10 }).verdict).toBe("accept");
  });

  test("a null is left out under available and undecided under require-all", () => {
    const deltas = { ...zero, sr: 5, la_func_1: null };
    expect(decide(deltas).verdict).toBe("accept");
    expect(decide(deltas, "require-all")).toEqual({ verdict: "undecided", reasons: ["undefined:la_func_1"] });
  });

  test("ten nulls are no pairs", () => {
    expect(decide(mapMetrics(() => null))).toEqual({ verdict: "undecided", reasons: ["no-pairs"] });
  });
});

test("accepts exactly when no delta is negative and one is positive", () => {
  const delta = fc.oneof(fc.constant(0), fc.integer({ min: -100, max: 100 }));
  fc.assert(
    fc.property(fc.tuple(...metricNames.map(() => delta)), (values) => {
      const deltas = mapMetrics((metric) => values[metricNames.indexOf(metric)] as number);
      const expected = values.every((value) => value >= 0) && values.some((value) => value > 0);
      expect(decide(deltas).verdict === "accept").toBe(expected);
    }),
  );
});
