import { expect, test } from "vitest";
import { makeStep, makeTrajectory, makeTurn } from "../testing/make-trajectory.ts";
import { trajectoryParts } from "./trajectory-parts.ts";

test("marked steps, the system prompt and the opening message are left out; edits and the end are kept", () => {
  const run = trajectoryParts(
    makeTrajectory([
      makeStep(0, { source: "system", text: "You are an agent." }),
      makeStep(1, { source: "user", text: "An example.", marks: ["demonstration"] }),
      makeTurn(2, 1, "cat demo.py", "demo", { turn: null, marks: ["demonstration"] }),
      makeStep(3, { source: "user", text: "Fix the bug." }),
      makeTurn(4, 1, "ls", "src"),
      makeTurn(5, 2, "sed -i s/a/b/ src/a.py", ""),
      makeStep(6, { source: "user", text: "Go on." }),
      makeTurn(7, 3, "pytest", "1 passed"),
      makeTurn(8, 4, "submit", ""),
      makeStep(9, { text: "Exit due to cost limit", marks: ["synthetic"] }),
    ]),
    new Set([2]),
  );
  expect(run.parts.map(({ title, isKept }) => [title, isKept])).toEqual([
    ["Turn 1", false],
    ["Turn 2 (edit)", true],
    ["Message to the agent", false],
    ["Turn 3", true],
    ["Turn 4", true],
  ]);
  expect(run.markedStepsLeftOut).toBe(3);
  expect(run.openingMessage).toBe("Fix the bug.");
});

test("a call shows its arguments, one line or a block each, and an exit code that is not 0", () => {
  const step = makeTurn(0, 1, "", "no such file", {
    text: "",
    reasoning: "Let me look.",
    toolCalls: [{ id: "1", name: "edit", arguments: { path: "a.py", lines: [1, 2], text: "x\ny" } }],
    observations: [{ callId: "1", content: "no such file\n", isError: true, exitCode: 2 }],
  });
  const [part] = trajectoryParts(makeTrajectory([step]), new Set()).parts;
  expect(part?.action).toBe("Let me look.\n\n[edit]\npath: a.py\nlines: [1,2]\ntext:\nx\ny");
  expect(part?.observations).toEqual(["Observation (exit 2):\nno such file"]);
});

test("an empty patch is no patch", () => {
  expect(trajectoryParts(makeTrajectory([], { finalPatch: " \n" }), new Set()).finalPatch).toBe(null);
});
