import { loadShellParser } from "@memop/trajectory";
import { anyTrajectory } from "@memop/trajectory/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkTrajectory } from "./check-trajectory.ts";
import { hygieneReasons } from "./reason.ts";
import { prepareRun } from "./run-under-check.ts";
import { aRunOfCommands, aRunUnderCheck, aTask } from "./testing/index.ts";

const parser = await loadShellParser();

test("a clean run is kept, without reasons", () => {
  expect(checkTrajectory(aRunUnderCheck())).toEqual({ hygiene: "keep", reasons: [], findings: [] });
});

test("what a cheating run did is told, each with its turn", () => {
  const run = aRunOfCommands(["ls", "git log --all", "pip download flask", "rm tests/test_cart.py"], parser);
  const result = checkTrajectory(run);
  expect(result).toMatchObject({ hygiene: "drop", reasons: ["hack-history", "hack-network", "hack-tests"] });
  expect(result.findings.map(({ evidence }) => evidence[0]?.turn)).toEqual([2, 3, 4]);
});

test("no trajectory makes a check throw, and equal inputs give equal results", () => {
  const script = fc.constantFrom(
    "git log --all",
    "git show $(",
    "curl 'x",
    "pip install",
    "git",
    "python - <<E\nE",
    "`git`",
    "$(",
  );
  const trajectories = fc.tuple(anyTrajectory, fc.array(script, { maxLength: 3 })).map(([trajectory, scripts]) => ({
    ...trajectory,
    steps: trajectory.steps.map((step) => ({
      ...step,
      toolCalls: [
        ...step.toolCalls,
        ...scripts.map((command, at) => ({ id: `extra-${at}`, name: "bash", arguments: { command } })),
      ],
    })),
  }));
  fc.assert(
    fc.property(trajectories, (trajectory) => {
      const run = prepareRun({ trajectory, task: aTask(), outcome: null }, parser);
      const result = checkTrajectory(run);
      expect(checkTrajectory(run)).toEqual(result);
      expect(hygieneReasons).toEqual(expect.arrayContaining([...result.reasons]));
      expect(result.hygiene).toBe(result.findings.length === 0 ? "keep" : "drop");
    }),
  );
});
