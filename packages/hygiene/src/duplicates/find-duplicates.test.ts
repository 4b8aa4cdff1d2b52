import { createRandom } from "@memop/core";
import { aTrajectory } from "@memop/trajectory/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeHygieneFilter } from "../testing/index.ts";
import { createDuplicateSearch } from "./duplicate-search.ts";
import { duplicates } from "./duplicates.ts";
import { findDuplicates } from "./find-duplicates.ts";
import { createMinHash, estimatedJaccard } from "./minhash.ts";
import { jaccard, packedJaccard, packedShingles, shingles } from "./shingles.ts";
import { trajectoryText } from "./trajectory-text.ts";

const words = (count: number, seed: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `word${from + at}x${createRandom(`${seed}-${at}`).integer(1e6)}`);
const memory = words(200, 1);
const varied = (changes: number) =>
  memory.map((word, at) => (at % 10 === 0 && at < changes * 10 ? `new${at}` : word)).join(" ");
const pair = { droppedId: "b", keptId: "a", similarity: 1, estimate: 1 };

describeHygieneFilter(duplicates, {
  keeps: { "what repeats nothing": {}, "what was compared and found new": { duplicate: null } },
  drops: {
    "a copy": ["duplicate-exact", { duplicate: { ...pair, isExact: true } }],
    "a near copy": ["duplicate-near", { duplicate: { ...pair, isExact: false, similarity: 0.87, estimate: 0.9 } }],
  },
});

describe("MinHash", () => {
  const sets = fc.tuple(
    fc.integer({ min: 20, max: 400 }),
    fc.integer({ min: 0, max: 400 }),
    fc.integer({ min: 0, max: 400 }),
    fc.integer(),
  );

  test("estimates the Jaccard similarity within five standard errors", () => {
    const minHash = createMinHash(120, 1);
    fc.assert(
      fc.property(sets, ([shared, onlyA, onlyB, seed]) => {
        const random = createRandom(seed);
        const draw = (count: number) => Array.from({ length: count }, () => random.integer(4294967296));
        const both = draw(shared);
        const [a, b] = [new Set([...both, ...draw(onlyA)]), new Set([...both, ...draw(onlyB)])];
        const exact = jaccard(a, b);
        // Floored, because the binomial distribution has a long tail near 0 and 1.
        const error = Math.max(0.03, Math.sqrt((exact * (1 - exact)) / 120));
        expect(Math.abs(estimatedJaccard(minHash.sign(a), minHash.sign(b)) - exact)).toBeLessThanOrEqual(
          5 * error + 1e-9,
        );
      }),
      { numRuns: 300 },
    );
  });

  test("is unbiased: the mean error over many pairs is near zero", () => {
    const minHash = createMinHash(120, 7);
    const random = createRandom(3);
    const errors = Array.from({ length: 300 }, () => {
      const draw = (count: number) => Array.from({ length: count }, () => random.integer(4294967296));
      const both = draw(60);
      const [a, b] = [new Set([...both, ...draw(30)]), new Set([...both, ...draw(30)])];
      return estimatedJaccard(minHash.sign(a), minHash.sign(b)) - jaccard(a, b);
    });
    // The standard error of this mean is 0.045 / √300 = 0.0026.
    expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.012);
  });

  test("gives the same signature for the same seed, another for another", () => {
    const set = shingles(memory.join(" "));
    expect(createMinHash(120, 1).sign(set)).toEqual(createMinHash(120, 1).sign(set));
    expect(createMinHash(120, 1).sign(set)).not.toEqual(createMinHash(120, 2).sign(set));
  });
});

describe("shingles", () => {
  test("do not depend on white space and letter case", () => {
    expect(shingles("A b, C d e f")).toEqual(shingles("a  b ,\nc d E f"));
  });
  test.each<[string, number]>([
    ["", 0],
    ["one", 1],
    ["a b c d e", 1],
    ["a b c d e f", 2],
  ])("of %j are %d", (text, count) => {
    expect(shingles(text).size).toBe(count);
  });
  test("similarity is 1 for two empty sets and 0 for an empty and another", () => {
    expect(jaccard(new Set(), new Set())).toBe(1);
    expect(jaccard(new Set(), new Set([1]))).toBe(0);
  });
});

describe("findDuplicates", () => {
  const text = memory.join(" ");

  test("keeps the first, and drops copies and near copies with both ids", () => {
    const found = findDuplicates([
      { id: "a", text },
      { id: "b", text: text.replaceAll(" ", "\n") },
      { id: "c", text: varied(3) },
      { id: "d", text: words(200, 2, 500).join(" ") },
    ]);
    expect([...found.keys()]).toEqual(["b", "c"]);
    expect(found.get("b")).toEqual({ droppedId: "b", keptId: "a", isExact: true, similarity: 1, estimate: 1 });
    expect(found.get("c")).toMatchObject({ keptId: "a", isExact: false });
    expect(found.get("c")?.similarity).toBeCloseTo(0.88, 1);
    expect(Math.abs((found.get("c")?.estimate ?? 0) - (found.get("c")?.similarity ?? 0))).toBeLessThan(0.15);
  });

  test("keeps what is less alike than the threshold says", () => {
    const items = [
      { id: "a", text },
      { id: "b", text: varied(15) },
    ];
    expect(findDuplicates(items).size).toBe(0);
    expect(findDuplicates(items, { threshold: 0.3, bands: 40, rows: 2 }).size).toBe(1);
  });

  test("finds what a comparison of all pairs finds", () => {
    const random = createRandom(11);
    const items = Array.from({ length: 120 }, (_, at) => {
      const base = words(120, at % 12, 1000 * (at % 12));
      return { id: `${at}`, text: base.map((word) => (random.next() < 0.02 ? `${word}y` : word)).join(" ") };
    });
    const kept: typeof items = [];
    const naive = new Set<string>();
    for (const item of items) {
      if (kept.some((other) => jaccard(shingles(item.text), shingles(other.text)) >= 0.8)) naive.add(item.id);
      else kept.push(item);
    }
    const missed = [...naive].filter((id) => !findDuplicates(items).has(id));
    expect(naive.size).toBeGreaterThan(20);
    expect(missed.length).toBeLessThanOrEqual(1);
  });

  test("texts without any token repeat only each other", () => {
    expect([
      ...findDuplicates([
        { id: "a", text: "" },
        { id: "b", text: " \n" },
        { id: "c", text: "x" },
      ]).keys(),
    ]).toEqual(["b"]);
  });

  test("trajectories are compared by what the agent wrote, not by what it saw", () => {
    const run = aTrajectory();
    const steps = run.steps.map((step) => ({
      ...step,
      observations: step.observations.map((each) => ({ ...each, content: "else" })),
    }));
    expect(trajectoryText({ ...run, steps })).toBe(trajectoryText(run));
    expect(trajectoryText({ ...run, finalPatch: "" })).not.toBe(trajectoryText(run));
  });
});

describe("the search in two passes", () => {
  // Texts are cut from two long ones with some words changed, so that copies and near copies are common.
  const sources = [words(60, 11), words(60, 12)];
  const texts = fc.array(
    fc.record({ source: fc.nat(1), from: fc.nat(6), changes: fc.array(fc.nat(8), { maxLength: 3 }) }),
    { maxLength: 25 },
  );
  const itemsOf = (drawn: readonly { source: number; from: number; changes: readonly number[] }[]) =>
    drawn.map(({ source, from, changes }, at) => ({
      id: `item-${at}`,
      group: changes.length % 2 === 1 ? "odd" : "even",
      text: (sources[source] as string[])
        .slice(from)
        .map((word, place) => (changes.includes(place) ? "changed" : word))
        .join(" "),
    }));

  test("says what the search in one pass says", () => {
    fc.assert(
      fc.property(texts, (drawn) => {
        const items = itemsOf(drawn);
        const search = createDuplicateSearch();
        for (const item of items) search.note(item);
        for (const item of [...items].reverse()) search.compare(item);
        expect([...search.found()].sort()).toEqual([...findDuplicates(items)].sort());
      }),
    );
  });

  test("asks again for texts that may be alike, and for no other", () => {
    const search = createDuplicateSearch();
    for (const [at, text] of [varied(0), words(50, 21).join(" "), varied(1), varied(0)].entries())
      search.note({ id: String(at), text });
    expect([...search.doubtful()].sort()).toEqual(["0", "2"]);
  });
});

test("packed sets have the similarity of the sets", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(40)), fc.uniqueArray(fc.nat(40)), (one, other) => {
      const [a, b] = [new Set(one), new Set(other)];
      expect(packedJaccard(packedShingles(a), packedShingles(b))).toBe(jaccard(a, b));
    }),
  );
});
