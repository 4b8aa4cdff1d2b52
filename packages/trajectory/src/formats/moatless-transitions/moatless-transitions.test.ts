import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { moatlessTransitions } from "./moatless-transitions.ts";

describeFormat(moatlessTransitions, new URL("./fixtures/", import.meta.url), {
  malformed: [{ record: { transition_rules: {}, transitions: [{ id: "x" }] }, names: "transitions[0].id" }],
});

test("a circle of parents ends", () => {
  const transitions = [1, 2].map((id) => ({ id, parent_id: 3 - id, actions: [{ action: { x: id } }] }));
  const run = { transition_rules: {}, transitions, current_transition_id: 2 };
  expect(moatlessTransitions.read([run], { path: "x" }).trajectory.steps).toHaveLength(2);
});
