import { expect, test } from "vitest";
import { indexOutcomes } from "./join-outcomes.ts";
import type { RecordRow } from "./staged-row.ts";

const labels = { condition: "none", run: null };
const verdict = (patch: string, resolved: boolean, file = "run/evaluation/e.json"): RecordRow => ({
  ...labels,
  source: file,
  source_file: file,
  source_byte: 0,
  ordinal: 0,
  kind: "outcome",
  task_id: null,
  payload_json: JSON.stringify({
    patch,
    resolved,
    health: "healthy",
    reason: resolved ? "resolved" : "unresolved",
    format: "dars-evaluation",
    everywhere: false,
  }),
});
const branch = (number: number, patch: string | null) => ({
  ...labels,
  taskId: "o__r-1",
  source: `run/trees/o__r-1.root~${number}`,
  sourceFile: "run/trees/o__r-1.root",
  patch,
});
const index = (...rows: readonly RecordRow[]) =>
  indexOutcomes(rows, {
    files: ["run/trees/o__r-1.root"],
    counts: [{ taskId: "o__r-1", ...labels, rollouts: 3 }],
  });

test("a verdict on a patch is of each rollout that handed in that very patch", () => {
  const outcomes = index(verdict("diff a\n", true), verdict("diff b", false));
  expect(outcomes.judgesPatches).toBe(true);
  expect(
    [branch(0, "\ndiff a"), branch(1, "diff b\n"), branch(2, "diff c")].map((rollout) => {
      const { resolved, reason } = outcomes.outcomeOf(rollout);
      return [resolved, reason];
    }),
  ).toEqual([
    [true, "resolved"],
    [false, "unresolved"],
    [null, "no-outcome"],
  ]);
});

test("a rollout without a patch has no verdict of patches, and none of a blank one", () => {
  const outcomes = index(verdict("", true));
  expect(outcomes.outcomeOf(branch(0, null)).reason).toBe("no-outcome");
  expect(outcomes.outcomeOf(branch(1, " ")).reason).toBe("no-outcome");
});

test("verdicts on one patch that contradict each other are ambiguous", () => {
  const outcomes = index(verdict("diff a", true, "run/e1/e.json"), verdict("diff a", false, "run/e2/e.json"));
  expect(outcomes.outcomeOf(branch(0, "diff a")).reason).toBe("ambiguous-outcome");
});

test("verdicts on patches alone are no outcomes of tasks", () => {
  expect(index(verdict("diff a", true)).withoutRollout()).toEqual([]);
});
