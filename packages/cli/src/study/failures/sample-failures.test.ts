import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleFailures } from "./sample-failures.ts";

const failures = fc.array(
  fc.record({ condition: fc.constantFrom("none", "notes"), repo: fc.constantFrom("o/a", "o/b", "o/c") }),
  { maxLength: 60 },
);

test("has the size asked for, nothing twice, in the order of the list, and is the same for the same seed", () => {
  fc.assert(
    fc.property(failures, fc.integer({ min: 1, max: 70 }), fc.integer(), (all, size, seed) => {
      const sample = sampleFailures(all, size, seed);
      expect(sample).toHaveLength(Math.min(size, all.length));
      const places = sample.map((each) => all.indexOf(each));
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
      expect(sampleFailures(all, size, seed)).toEqual(sample);
    }),
  );
});

test("every arm and repository has its share, rare ones at least one", () => {
  const all = [
    ...Array.from({ length: 80 }, () => ({ condition: "none", repo: "o/a" })),
    ...Array.from({ length: 18 }, () => ({ condition: "notes", repo: "o/a" })),
    ...Array.from({ length: 2 }, () => ({ condition: "notes", repo: "o/b" })),
  ];
  const sample = sampleFailures(all, 10, 1);
  const count = (condition: string, repo: string): number =>
    sample.filter((each) => each.condition === condition && each.repo === repo).length;
  expect([count("none", "o/a"), count("notes", "o/a"), count("notes", "o/b")]).toEqual([8, 1, 1]);
});
