import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { loadFixtures } from "../../testing/format-fixtures.ts";
import { r2eGym } from "./r2e-gym.ts";

const fixtures = new URL("./fixtures/", import.meta.url);

describeFormat(r2eGym, fixtures, {
  malformed: [
    { record: { trajectory_steps: [{ thought: 1 }], exit_reason: "agent" }, names: "trajectory_steps[0].thought" },
    { record: { trajectory_steps: [], reward: "1", exit_reason: "agent" }, names: "reward" },
  ],
  leavesOut: [
    { path: /^agent_args\.instance_prompt$/, reason: "a template, which stands filled in as the user's step" },
  ],
});

test("a run without a row of its data set is named by its image, and has no outcome without a reward", () => {
  const fixture = loadFixtures(fixtures).find(({ name }) => name === "time-limit");
  const { trajectory, outcome, task } = r2eGym.read(fixture?.records ?? [], { path: "" });
  expect(trajectory).toMatchObject({ taskId: "acme/kettle:abc123", health: "timeout", limits: { turns: null } });
  expect([outcome, task]).toEqual([null, null]);
});

test("token counts of -1 and 0 are unknown", () => {
  const [resolved] = loadFixtures(fixtures);
  const { trajectory } = r2eGym.read(resolved?.records ?? [], { path: "" });
  expect(trajectory.usage).toMatchObject({ promptTokens: 1900, completionTokens: 100 });
  expect(trajectory.steps.at(-1)?.usage).toBeNull();
});
