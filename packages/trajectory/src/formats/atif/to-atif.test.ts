import { execFileSync } from "node:child_process";
import { findPart, requirePart } from "@memop/core/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aTrajectory } from "../../testing/a-trajectory.ts";
import { anyTrajectory } from "../../testing/any-trajectory.ts";
import { loadFixtures } from "../../testing/format-fixtures.ts";
import type { Trajectory } from "../../trajectory.ts";
import { formats } from "../index.ts";
import { atif } from "./atif.ts";
import { toAtif } from "./to-atif.ts";

/** One trajectory of every fixture of every format. */
const fixtures = formats.flatMap((format) =>
  loadFixtures(new URL(`../${format.name}/fixtures/`, import.meta.url)).map((fixture) => ({
    name: `${format.name} ${fixture.name}`,
    trajectory: format.read(fixture.records, fixture).trajectory,
  })),
);

function readBack(trajectory: Trajectory): Trajectory {
  const text = JSON.stringify(toAtif(trajectory).document);
  return atif.read([JSON.parse(text)], { path: "" }).trajectory;
}

describe("toAtif", () => {
  test.each(fixtures)("keeps everything of $name", ({ trajectory }) => {
    expect(readBack(trajectory)).toEqual(trajectory);
  });

  test("keeps everything of any trajectory", () => {
    fc.assert(
      fc.property(anyTrajectory, (trajectory) => {
        expect(readBack(trajectory)).toEqual(JSON.parse(JSON.stringify(trajectory)));
      }),
      { numRuns: 500 },
    );
  });

  test("writes standard fields for all that they can say", () => {
    const { document, losses } = toAtif(aTrajectory());
    expect(document).toEqual({
      schema_version: "ATIF-v1.7",
      agent: { name: "test-agent", version: "1.0", model_name: "test-model" },
      steps: [
        { step_id: 1, source: "system", message: "You solve issues." },
        { step_id: 2, source: "user", message: "The value is wrong." },
        {
          step_id: 3,
          source: "agent",
          message: "Let me look.",
          tool_calls: [{ tool_call_id: "call-1", function_name: "bash", arguments: { command: "cat src/a.py" } }],
          observation: {
            results: [
              { source_call_id: "call-1", content: "old\n", extra: { memop: { isError: false, exitCode: 0 } } },
            ],
          },
        },
        {
          step_id: 4,
          source: "agent",
          message: "I fix it.",
          tool_calls: [
            {
              tool_call_id: "call-1",
              function_name: "str_replace_editor",
              arguments: { command: "str_replace", path: "/testbed/src/a.py", old_str: "old", new_str: "new" },
            },
          ],
          observation: {
            results: [{ source_call_id: "call-1", content: "The file /testbed/src/a.py has been edited." }],
          },
        },
      ],
      final_metrics: { total_steps: 4 },
      extra: {
        memop: {
          taskId: "org__repo-1",
          limits: { turns: 20, costUsd: null, seconds: null },
          exitStatus: "submitted",
          finalPatch: aTrajectory().finalPatch,
        },
      },
    });
    expect(losses).toEqual(["taskId", "limits", "exitStatus", "finalPatch"]);
  });

  test("marks for foreign readers what must not be trained on", () => {
    const { document } = toAtif(
      aTrajectory({
        steps: [
          { source: "user", text: "shown", marks: ["demonstration"] },
          { source: "agent", text: "harness", marks: ["synthetic"], reasoning: "r" },
          { source: "agent", text: "other", marks: ["subagent"] },
        ],
      }),
    );
    expect(document.steps).toMatchObject([
      { is_copied_context: true },
      { llm_call_count: 0 },
      { is_copied_context: true },
    ]);
    expect((document.steps as readonly object[])[1]).not.toHaveProperty("reasoning_content");
  });

  test("gives back the token ids and the effort of a foreign document", () => {
    const [, step] = loadFixtures(new URL("./fixtures/", import.meta.url));
    const { trajectory } = atif.read(step?.records ?? [], { path: "" });
    const { document } = toAtif(trajectory);
    expect(document).toMatchObject({
      trajectory_id: "t1",
      subagent_trajectories: [{ trajectory_id: "sub1" }],
      extra: { run: "r1" },
    });
    expect(document.steps).toMatchObject([{}, {}, { reasoning_effort: "high", llm_call_count: 2 }]);
  });
});

const python = findPart("python");
const hasHarbor = python !== null && canImportHarbor(python);

describe("Harbor's own validator", () => {
  if (requirePart("python", hasHarbor, "`npm run setup:python` makes .venv with the package harbor")) return;

  test("accepts what is written, for every fixture and for any trajectory", () => {
    const samples = [
      ...fixtures.map((each) => each.trajectory),
      ...fc.sample(anyTrajectory, { numRuns: 200, seed: 7 }),
    ];
    const documents = samples.map((trajectory) => JSON.stringify(toAtif(trajectory).document)).join("\n");
    const report = execFileSync(python as string, ["-c", validator], { input: documents, encoding: "utf8" });
    expect(report.trim().split("\n")).toEqual([`${samples.length} valid`]);
  });
});

const validator = `
import sys
from harbor.models.trajectories import Trajectory
valid = 0
for number, line in enumerate(sys.stdin.buffer.read().split(b"\\n")):
    try:
        Trajectory.model_validate_json(line)
        valid += 1
    except ValueError as error:
        print(number, str(error).replace("\\n", " "))
print(valid, "valid")
`;

function canImportHarbor(executable: string): boolean {
  try {
    execFileSync(executable, ["-c", "from harbor.models.trajectories import Trajectory"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
