import fc from "fast-check";
import { expect, test } from "vitest";
import { overlapOf, type ResolvedSet } from "./overlap.ts";

const set = (name: string, ...tasks: string[]): ResolvedSet => ({ name, resolved: new Set(tasks) });

test("tasks are counted once, under exactly the systems that resolved them", () => {
  const overlap = overlapOf([set("a", "1", "2", "3"), set("b", "2", "3", "4"), set("c", "3")]);
  expect(overlap.systems).toEqual([
    { name: "a", resolved: 3, exclusive: 1 },
    { name: "b", resolved: 3, exclusive: 1 },
    { name: "c", resolved: 1, exclusive: 0 },
  ]);
  expect(overlap).toMatchObject({ union: 4, all: 1 });
  expect(overlap.intersections.map(({ systems, tasks }) => [systems.join(""), tasks.join("")])).toEqual([
    ["abc", "3"],
    ["ab", "2"],
    ["a", "1"],
    ["b", "4"],
  ]);
});

test("no systems, and systems without a resolved task, overlap in nothing", () => {
  expect(overlapOf([])).toEqual({ systems: [], union: 0, all: 0, intersections: [] });
  expect(overlapOf([set("a"), set("b")])).toMatchObject({ union: 0, all: 0, intersections: [] });
});

test("parts are disjoint, sum to the union, and each system's parts sum to its size", () => {
  const sets = fc
    .array(fc.uniqueArray(fc.integer({ min: 0, max: 20 })), { minLength: 1, maxLength: 6 })
    .map((lists) => lists.map((tasks, at) => set(`s${at}`, ...tasks.map(String))));
  fc.assert(
    fc.property(sets, (given) => {
      const { systems, union, intersections } = overlapOf(given);
      const all = intersections.flatMap(({ tasks }) => tasks);
      expect(new Set(all).size).toBe(all.length);
      expect(union).toBe(new Set(given.flatMap(({ resolved }) => [...resolved])).size);
      for (const { name, resolved } of systems) {
        const parts = intersections.filter((part) => part.systems.includes(name));
        expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(resolved);
      }
    }),
  );
});
