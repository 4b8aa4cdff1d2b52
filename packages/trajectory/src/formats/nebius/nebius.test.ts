import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { loadFixtures } from "../../testing/format-fixtures.ts";
import { nebius } from "./nebius.ts";

const fixtures = new URL("./fixtures/", import.meta.url);

describeFormat(nebius, fixtures, {
  malformed: [
    { record: { trajectory: [{ role: "system", system_prompt: 1 }] }, names: "trajectory[0].system_prompt" },
    { record: { trajectory: [{ role: "ai", text: "", mask: true }, { text: "x" }] }, names: "trajectory[1].role" },
  ],
});

test("edits lie under the folder that the shell started in, and the linter's rejections did not succeed", () => {
  const fixture = loadFixtures(fixtures).find(({ name }) => name === "windows");
  const { trajectory } = nebius.read(fixture?.records ?? [], { path: "" });
  const edits = trajectory.steps.flatMap((step) => step.edits.map(({ path, succeeded }) => [path, succeeded]));
  expect(edits).toEqual([
    ["kettle/heat.py", false],
    ["kettle/heat.py", true],
    ["kettle/check.py", true],
  ]);
});

test.each([
  [true, true],
  ["True", true],
  ["False", false],
])("a target of %j is an outcome", (target, resolved) => {
  const trajectory = [{ role: "system", system_prompt: "s" }];
  const { outcome } = nebius.read([{ instance_id: "a__b-1", target, trajectory }], { path: "" });
  expect(outcome).toMatchObject({ taskId: "a__b-1", resolved });
});
