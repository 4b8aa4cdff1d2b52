import type { Step } from "@memop/trajectory";
import { aStep, aTrajectory } from "@memop/trajectory/testing";
import { describe, expect, test } from "vitest";
import type { StoredTrajectory } from "../show-workspace.ts";
import { compareRuns } from "./compare-runs.ts";
import { sideBySide } from "./side-by-side.ts";

function stored(
  id: string,
  commands: readonly (readonly [command: string, reply: string])[],
  prompt = "Solve it.",
): StoredTrajectory {
  const turns = commands.map(
    ([command, reply], at): Step =>
      aStep({
        index: at + 1,
        source: "agent",
        turn: at + 1,
        text: `thought ${id} ${at}`,
        toolCalls: [{ id: "call-1", name: "bash", arguments: { command } }],
        observations: [{ callId: "call-1", content: reply, isError: null, exitCode: 0 }],
      }),
  );
  const steps = [
    aStep({ index: 0, source: "user", turn: null, text: prompt, toolCalls: [], observations: [] }),
    ...turns,
  ];
  const trajectory = aTrajectory({ steps });
  return {
    id,
    condition: "none",
    run: null,
    source: "s",
    json: "",
    trajectory,
    resolved: id === "a",
    gold: null,
    base: { repo: null, baseCommit: null },
  };
}

describe("two runs", () => {
  test("part at the first turn whose calls differ; wording does not count", async () => {
    const a = stored("a", [
      ["ls", "x"],
      ["cat x", "1"],
      ["echo > y.txt", ""],
    ]);
    const b = stored("b", [
      ["ls", "x"],
      ["cat y", "2"],
    ]);
    expect(await compareRuns(a, b)).toMatchObject({
      isSameTask: true,
      promptsDiffer: false,
      divergence: 2,
      firstReplyDifference: null,
      a: { turns: 3, turnsLeft: 2, calls: { bash: 2 }, resolved: true },
      b: { turns: 2, turnsLeft: 1, calls: { bash: 1 }, resolved: false },
    });
  });

  test("that make the same calls do not part; another reply and another prompt are told", async () => {
    const comparison = await compareRuns(stored("a", [["ls", "x"]]), stored("b", [["ls", "y"]], "Solve it. A memory."));
    expect(comparison).toMatchObject({ divergence: null, firstReplyDifference: 1, promptsDiffer: true });
    expect(comparison.a.turnsLeft).toBe(0);
  });

  test("one of which ends first part where it ends", async () => {
    const comparison = await compareRuns(
      stored("a", [
        ["ls", ""],
        ["pwd", ""],
      ]),
      stored("b", [["ls", ""]]),
    );
    expect(comparison).toMatchObject({ divergence: 2, a: { turnsLeft: 1 }, b: { turnsLeft: 0 } });
  });
});

test.each([40, 80, 200])("side by side in %i columns no line is wider, and both tails are there", async (width) => {
  const a = stored("a", [
    ["ls", "x"],
    [`grep ${"long ".repeat(40)}`, "\tone\u0007"],
  ]);
  const b = stored("b", [
    ["ls", "x"],
    ["cat y", "two"],
  ]);
  const text = sideBySide(a, b, await compareRuns(a, b), { width, isFull: true });
  const most = Math.max(width, 2 * 24 + 3);
  for (const line of text.split("\n")) expect([...line].length).toBeLessThanOrEqual(most);
  expect(text).toContain("they part at turn 2");
  expect(text).toContain("two");
  expect(text).not.toContain("\u0007");
});
