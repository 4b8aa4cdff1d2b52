import type { TurnEdit } from "@memop/trajectory";
import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { GoldSet } from "./gold-set.ts";
import { type MetricName, metricNames } from "./metric.ts";
import { type RolloutInput, type ScoreCard, scoreRollout } from "./score-card.ts";
import { makeEdit } from "./testing/index.ts";

const names = ["first", "A.second", "B.second", "third"];
const files = ["a.py", "src/a.py", "src/b.py", "lib/b.py"];

const edit: fc.Arbitrary<TurnEdit> = fc
  .record({
    turn: fc.integer({ min: 1, max: 40 }),
    path: fc.constantFrom(...files, "/repo/src/a.py", "other.py"),
    functions: fc.subarray(names),
    succeeded: fc.boolean(),
    kind: fc.constantFrom("modify" as const, "create" as const, "delete" as const, "revert" as const),
  })
  .map(({ turn, path, ...fields }) => makeEdit(turn, path, fields));

const gold: fc.Arbitrary<GoldSet> = fc
  .record({ chosen: fc.subarray(files), functions: fc.subarray(names) })
  .map(({ chosen, functions }) => ({
    files: chosen,
    aliases: new Map(chosen.map((file) => [file, file])),
    functions: chosen.flatMap((file) => functions.map((name) => ({ file, name }))),
  }));

const rollout: fc.Arbitrary<RolloutInput> = fc.record({
  edits: fc.array(edit, { maxLength: 8 }),
  gold: fc.option(gold),
  turns: fc.integer({ min: 0, max: 40 }),
  budget: fc.option(fc.integer({ min: 1, max: 40 })),
  resolved: fc.option(fc.boolean()),
  health: fc.constantFrom("healthy", "error", "timeout"),
});

const metricsOf = (input: RolloutInput) => (scoreRollout(input) as ScoreCard).metrics;
const la = metricNames.filter((metric) => metric.startsWith("la_"));

describe("for every rollout", () => {
  test("a metric is null or in [0, 100], and SR and LA of the first are 0 or 100", () => {
    fc.assert(
      fc.property(rollout, (input) => {
        const metrics = metricsOf(input);
        for (const metric of metricNames) {
          const value = metrics[metric];
          if (value !== null) expect(value >= 0 && value <= 100, `${metric} ${value}`).toBe(true);
        }
        for (const value of [metrics.sr, metrics.la_file_1, metrics.la_func_1]) expect([null, 0, 100]).toContain(value);
      }),
    );
  });

  test("LE is at most LA, and all is at most first", () => {
    fc.assert(
      fc.property(rollout, (input) => {
        const metrics = metricsOf(input);
        const atMost = (low: MetricName, high: MetricName): void => {
          const [a, b] = [metrics[low], metrics[high]];
          if (a !== null && b !== null) expect(a).toBeLessThanOrEqual(b);
        };
        for (const set of ["file", "func"] as const) {
          for (const reach of ["1", "all"] as const) atMost(`le_${set}_${reach}`, `la_${set}_${reach}`);
          atMost(`la_${set}_all`, `la_${set}_1`);
          atMost(`le_${set}_all`, `le_${set}_1`);
        }
      }),
    );
  });

  test("resolved implies that whatever is defined is located", () => {
    fc.assert(
      fc.property(rollout, (input) => {
        const metrics = metricsOf({ ...input, resolved: true });
        for (const metric of la) expect([null, 100]).toContain(metrics[metric]);
      }),
    );
  });

  test("one more successful edit never lowers a metric", () => {
    fc.assert(
      fc.property(rollout, edit, (input, added) => {
        const before = metricsOf(input);
        const after = metricsOf({ ...input, edits: [...input.edits, added] });
        for (const metric of metricNames) {
          expect(after[metric] === null).toBe(before[metric] === null);
          expect(after[metric] ?? 0, metric).toBeGreaterThanOrEqual(before[metric] ?? 0);
        }
      }),
    );
  });

  test("the order of edits and of gold items does not matter, nor do refused edits", () => {
    fc.assert(
      fc.property(rollout, (input) => {
        const shuffled: RolloutInput = {
          ...input,
          edits: [...input.edits].reverse().filter((each) => each.edit.succeeded),
          gold: input.gold && {
            ...input.gold,
            files: [...input.gold.files].reverse(),
            functions: [...input.gold.functions].reverse(),
          },
        };
        expect(metricsOf(shuffled)).toEqual(metricsOf(input));
      }),
    );
  });

  test("is null exactly where its gold set is empty, its budget or its outcome unknown", () => {
    fc.assert(
      fc.property(rollout, (input) => {
        const metrics = metricsOf(input);
        const { gold: set, budget, resolved } = input;
        expect(metrics.la_file_all === null).toBe((set?.files.length ?? 0) === 0);
        expect(metrics.le_func_1 === null).toBe((set?.functions.length ?? 0) === 0 || budget === null);
        expect(metrics.sr === null).toBe(resolved === null);
        expect(metrics.e_resolve === null).toBe(resolved === null || budget === null);
      }),
    );
  });
});

test("a card holds ten metrics", () => {
  expect(metricNames).toHaveLength(10);
  expectTypeOf<ScoreCard["metrics"][MetricName]>().toEqualTypeOf<number | null>();
});
