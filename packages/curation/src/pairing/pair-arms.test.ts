import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOrCreateWorkspace, type Row, runStage } from "@memop/core";
import { type MetricValues, metricNames, scoresTable } from "@memop/metrics";
import { makeScoresRow } from "@memop/metrics/testing";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openCards, pairArms } from "./pair-arms.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-pair-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const value = fc.option(fc.integer({ min: 0, max: 100 }), { freq: 4 });
const card = fc.record({
  task_id: fc.constantFrom("t1", "t2", "t3"),
  memory_id: fc.constantFrom(null, "m", "n"),
  agent: fc.constantFrom("a", "a", "b"),
  budget: fc.constantFrom(20, null),
  health: fc.constantFrom("healthy", "healthy", "healthy", "timeout"),
  sr: value,
  la_func_1: value,
});

/** The same comparison in plain loops, for one memory: task → metric → difference. */
function naive(cards: readonly Row[], memory: string): Record<string, MetricValues> {
  const healthy = cards.filter((each) => each.health === "healthy");
  const keyOf = (each: Row): string => JSON.stringify([each.task_id, each.agent, each.budget]);
  const mean = (values: readonly (number | null)[]): number | null => {
    const defined = values.filter((each) => each !== null);
    return defined.length === 0 ? null : defined.reduce((sum, each) => sum + each, 0) / defined.length;
  };
  const byTask = new Map<string, Record<string, number | null>[]>();
  for (const key of new Set(healthy.map(keyOf))) {
    const here = healthy.filter((each) => keyOf(each) === key);
    const [having, without] = [
      here.filter((each) => each.memory_id === memory),
      here.filter((each) => each.memory_id === null),
    ];
    if (having.length === 0 || without.length === 0) continue;
    const differences = metricNames.map((metric) => {
      const [a, b] = [having, without].map((side) => mean(side.map((each) => each[metric] as number | null)));
      return [metric, a === null || b === null ? null : (a as number) - (b as number)];
    });
    const task = here[0]?.task_id as string;
    byTask.set(task, [...(byTask.get(task) ?? []), Object.fromEntries(differences) as Record<string, number | null>]);
  }
  return Object.fromEntries(
    [...byTask].map(([task, pairs]) => [
      task,
      Object.fromEntries(
        metricNames.map((metric) => [metric, mean(pairs.map((pair) => pair[metric] ?? null))]),
      ) as MetricValues,
    ]),
  );
}

test("compares as plain loops do", async () => {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(card, { minLength: 1, maxLength: 25 }), async (drawn) => {
      made += 1;
      const cards = drawn.map((fields, at) =>
        makeScoresRow(`r${at}`, { ...fields, condition: fields.memory_id === null ? "none" : "md" }),
      );
      const workspace = await openOrCreateWorkspace(join(folder, String(made)));
      await runStage(workspace, {
        name: "import",
        config: {},
        reads: [],
        async body({ write }) {
          await write(scoresTable, cards);
          return { read: 0, used: 0, result: {} };
        },
      });
      const database = await openCards(workspace, true);
      try {
        const arms = await pairArms(database, "memory", "none");
        for await (const { candidateId, tasks, pairsUsed, pairsPossible, excluded } of arms.candidates()) {
          const expected = naive(cards, candidateId);
          expect(tasks.map((task) => task.taskId)).toEqual(Object.keys(expected).sort());
          for (const { taskId, values } of tasks) {
            for (const metric of metricNames) {
              const wanted = expected[taskId]?.[metric] ?? null;
              if (wanted === null) expect(values[metric]).toBeNull();
              else expect(values[metric]).toBeCloseTo(wanted, 9);
            }
          }
          const lost = excluded.reduce((sum, reason) => sum + Number(reason.split(":").at(-1)), 0);
          expect(pairsUsed + lost).toBe(pairsPossible);
        }
        const used = new Set<string>();
        for await (const { tasks } of arms.candidates())
          for (const id of tasks.flatMap((task) => task.rollouts)) used.add(id);
        let unused = 0;
        for await (const _ of arms.unused()) unused += 1;
        expect(used.size + unused).toBe(cards.length);
      } finally {
        database.close();
      }
    }),
    { numRuns: 12 },
  );
});
