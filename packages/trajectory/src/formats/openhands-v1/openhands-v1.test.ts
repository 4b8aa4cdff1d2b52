import { describe, expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { openHandsV1 } from "./openhands-v1.ts";

describeFormat(openHandsV1, new URL("./fixtures/", import.meta.url), {
  malformed: [
    {
      record: { kind: "ActionEvent", id: "e", timestamp: "t", source: "agent", tool_call_id: 5 },
      names: "tool_call_id",
    },
  ],
  leavesOut: [
    {
      path: /^(?:history\[\d+\]\.)?(?:id|timestamp|source|key|value|action_id|llm_response_id|security_risk)$/,
      reason: "bookkeeping of the log",
    },
    { path: /forgotten_event_ids|full_output/, reason: "counted" },
    {
      path: /observation\.(?:command|path|old_content|new_content|metadata)/,
      reason: "what the call says, and whole files",
    },
    { path: /^agent\.tools|title$|^workspace\.kind/, reason: "for the interface" },
    { path: /thought\[0\]\.text$/, reason: "the reasoning is kept as such" },
    { path: /^value\./, reason: "counters before the last" },
    { path: /^instance\./, reason: "kept as the task" },
  ],
});

describe("a conversation is named", () => {
  test.each([
    ["conv/1/base_state.json", { agent: {}, execution_status: "idle", max_iterations: 5 }, "run conv/1"],
    ["conv/1/events/event-00003-ab.json", event(), "run conv/1"],
    ["a.tgz#1/events/event-00003-ab.json", event(), "run a.tgz#1"],
    ["a.tgz#events/event-00003-ab.json", event(), "run a.tgz"],
    ["events/event-00003-ab.json", event(), "run "],
    ["conv/1/event-00003-ab.json", event(), "run conv/1"],
    ["conv/events.jsonl", event(), "file conv/events.jsonl"],
  ])("by its place: %s", (path, record, group) => {
    expect(openHandsV1.matches(record)).toBe(true);
    expect(openHandsV1.groupOf(record, { path })).toBe(group);
  });

  test("not at all where one document holds it", () => {
    expect(openHandsV1.groupOf([event()], { path: "x.json" })).toBeNull();
    expect(openHandsV1.groupOf({ history: [event()] }, { path: "x.jsonl" })).toBeNull();
  });
});

test("counters grow: the last ones count, over all uses of models", () => {
  const stats = (cost: number, prompt_tokens: number): object => ({
    usage_to_metrics: {
      default: { accumulated_cost: cost, accumulated_token_usage: { prompt_tokens, completion_tokens: 1 } },
      condenser: { accumulated_cost: 1, accumulated_token_usage: { prompt_tokens: 5, completion_tokens: 1 } },
    },
  });
  const update = (value: object): object => ({ ...event("ConversationStateUpdateEvent"), key: "stats", value });
  const said = { ...event("MessageEvent"), llm_message: { role: "assistant", content: [{ type: "text", text: "x" }] } };
  const { usage } = openHandsV1.read([said, update(stats(1, 10)), update(stats(2, 30))], { path: "x" }).trajectory;
  expect(usage).toMatchObject({ costUsd: 3, promptTokens: 35, completionTokens: 2 });
});

function event(kind = "PauseEvent"): object {
  return { kind, id: "e", timestamp: "2026-01-01T00:00:00", source: "agent" };
}
