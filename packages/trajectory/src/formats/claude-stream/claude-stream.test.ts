import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { turnsOf } from "../../trajectory.ts";
import { claudeStream } from "./claude-stream.ts";

describeFormat(claudeStream, new URL("./fixtures/", import.meta.url), {
  malformed: [{ record: { type: "assistant", session_id: "s", message: 1 }, names: "message" }],
  leavesOut: [
    {
      path: /signature|session_id|message\.id$|parent_tool_use_id|permissionMode|^uuid$|message\.model$/,
      reason: "bookkeeping of the log",
    },
  ],
});

const said = (id: string, session: string, parent: string | null = null): object => ({
  type: "assistant",
  session_id: session,
  parent_tool_use_id: parent,
  message: { id, role: "assistant", model: "m", content: [{ type: "text", text: id }], usage: { output_tokens: 1 } },
});

test("runs of several sessions in one file are several trajectories", () => {
  const readings = claudeStream.readAll([said("a", "1"), said("b", "2"), said("c", "1")], { path: "out.jsonl" });
  expect(readings.map(({ trajectory }) => turnsOf(trajectory))).toEqual([2, 1]);
});

test("what the result says of the whole run wins over the sum of its steps", () => {
  const result = {
    type: "result",
    subtype: "success",
    session_id: "1",
    total_cost_usd: 0.5,
    usage: { input_tokens: 9, output_tokens: 99 },
  };
  const { trajectory } = claudeStream.read([said("a", "1"), result], { path: "out.jsonl" });
  expect(trajectory.usage).toMatchObject({ promptTokens: 9, completionTokens: 99, costUsd: 0.5 });
  expect(trajectory).toMatchObject({ exitStatus: "success", health: "healthy" });
});

test("a turn limit is an ordinary end, an error while running is none", () => {
  const ended = (subtype: string): string =>
    claudeStream.read([said("a", "1"), { type: "result", subtype, session_id: "1", is_error: true }], { path: "o" })
      .trajectory.health;
  expect(ended("error_max_turns")).toBe("healthy");
  expect(ended("error_during_execution")).toBe("error");
});
