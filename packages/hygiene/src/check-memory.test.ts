import { aTrajectory } from "@memop/trajectory/testing";
import { expect, test } from "vitest";
import { checkMemory, memoryFilters } from "./check-memory.ts";
import { trajectoryFilters } from "./check-trajectory.ts";
import { sweBenchFamilies } from "./contamination/swe-bench-families.ts";
import { hygieneReasons } from "./reason.ts";
import { aMemoryUnderCheck as aMemory } from "./testing/index.ts";

const line = "result = round(sum(items, start=0.0), currency_digits)";

test("a clean memory is kept, without reasons", () => {
  expect(checkMemory(aMemory("Look at the rounding."))).toEqual({ hygiene: "keep", reasons: [], findings: [] });
});

test("every filter's finding is told, and reasons stand in the order of the list", () => {
  const memory = aMemory(`Make test_total_is_rounded pass with\n${line}`, {
    benchmarks: sweBenchFamilies,
    secrets: [{ kind: "github-token", place: "memory", count: 1, isEncoded: false }],
  });
  const result = checkMemory(memory);
  expect(result.hygiene).toBe("drop");
  expect(result.reasons).toEqual(["leak-gold-lines", "leak-hidden-test", "contaminated-family", "secret"]);
  expect(result.findings.map(({ filter }) => filter)).toEqual([
    "gold-lines",
    "hidden-tests",
    "contamination",
    "secrets",
  ]);
});

test("an allowed reason is listed and does not drop", () => {
  const memory = aMemory(line, { sources: [aTrajectory({ steps: [{ source: "agent", text: line }] })] });
  expect(checkMemory(memory)).toMatchObject({ hygiene: "drop", reasons: ["self-solution"] });
  expect(checkMemory(memory, { allowed: ["self-solution"] })).toMatchObject({
    hygiene: "keep",
    reasons: ["self-solution"],
  });
});

test("each reason of the list is given by a filter, and names of filters are unique", () => {
  const all = [...memoryFilters, ...trajectoryFilters];
  expect(new Set(all.flatMap(({ reasons }) => reasons))).toEqual(new Set(hygieneReasons));
  for (const filters of [memoryFilters, trajectoryFilters]) {
    expect(new Set(filters.map(({ name }) => name)).size).toBe(filters.length);
  }
});
