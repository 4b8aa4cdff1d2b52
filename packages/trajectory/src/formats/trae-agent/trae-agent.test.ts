import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { traeAgent } from "./trae-agent.ts";

describeFormat(traeAgent, new URL("./fixtures/", import.meta.url), {
  malformed: [
    {
      record: { llm_interactions: [{ input_messages: [{ content: "x" }] }], agent_steps: [] },
      names: "llm_interactions[0]",
    },
  ],
  leavesOut: [
    { path: /llm_messages|input_messages/, reason: "the history again, with every call" },
    { path: /end_time|start_time|finish_reason|timestamp/, reason: "bookkeeping, or the same time in another form" },
    { path: /tool_call\.|llm_interactions\[\d+\]\.response/, reason: "the same answer stands in its step" },
  ],
});

test("the results of a run without steps come from the next call", () => {
  const call = { call_id: "c1", name: "bash", arguments: { command: "ls" } };
  const llm_interactions = [
    { input_messages: [{ role: "user", content: "issue" }], response: { content: "Look.", tool_calls: [call] } },
    { input_messages: [{ role: "tool", tool_call_id: "c1", content: "a.py" }], response: { content: "Done." } },
  ];
  const { steps } = traeAgent.read([{ llm_interactions, agent_steps: [] }], { path: "x" }).trajectory;
  expect(steps.map((step) => [step.source, step.text, step.observations[0]?.content])).toEqual([
    ["user", "issue", undefined],
    ["agent", "Look.", "a.py"],
    ["agent", "Done.", undefined],
  ]);
});

test("cached tokens are taken from the record of the call, which the step's copy leaves out", () => {
  const response = { content: "Look.", usage: { input_tokens: 10, output_tokens: 2 } };
  const counted = { ...response, usage: { ...response.usage, cache_read_input_tokens: 90 } };
  const run = { llm_interactions: [{ response: counted }], agent_steps: [{ llm_response: response }] };
  const { usage } = traeAgent.read([run], { path: "x" }).trajectory;
  expect([usage.promptTokens, usage.cachedTokens]).toEqual([100, 90]);
});

test.each([
  [{ success: false, end_time: "" }, "unfinished"],
  [{ success: false, end_time: "2025-06-01T10:00:00" }, "failure"],
  [{ success: true, end_time: "2025-06-01T10:00:00" }, "success"],
  [{}, null],
])("a run that says %j ended as %j", (more, exitStatus) => {
  const run = { llm_interactions: [], agent_steps: [], task: "x", ...more };
  expect(traeAgent.read([run], { path: "x" }).trajectory.exitStatus).toBe(exitStatus);
});
