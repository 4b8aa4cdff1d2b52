import { extractEdits, loadShellParser } from "@memop/trajectory";
import { expect } from "vitest";
import { hazard } from "./hazard.ts";
import { scratch } from "./scratch.ts";

const about = { sessionId: "s1", cwd: "/home/a/kettle", version: "2.0.1", userType: "external", isSidechain: false };

function line(uuid: string, parentUuid: string | null, second: number, more: object) {
  return { ...about, uuid, parentUuid, timestamp: `2026-01-05T10:00:0${second}.000Z`, ...more };
}

function said(uuid: string, parent: string, second: number, id: string, block: object, outputTokens: number) {
  const usage = {
    input_tokens: 10,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 5,
    output_tokens: outputTokens,
  };
  const message = { id, role: "assistant", model: "claude-sonnet-4", content: [block], stop_reason: null, usage };
  return line(uuid, parent, second, { type: "assistant", message });
}

const asked = line("u1", null, 0, { type: "user", message: { role: "user", content: "fix boil" } });
const callOf = (id: string) => ({ type: "tool_use", id, name: "Bash", input: { command: "ls" } });

// https://github.com/jhlee0409/claude-code-history-viewer/issues/283
hazard(
  "claude-line-per-block",
  "lines of one message are one turn, with all its calls and its last usage",
  async () => {
    const place = scratch();
    place.write("s1.jsonl", [
      asked,
      said("a1", "u1", 1, "msg_1", { type: "text", text: "Look." }, 1),
      said("a2", "a1", 2, "msg_1", callOf("t1"), 1),
      said("a3", "a2", 3, "msg_1", callOf("t2"), 354),
    ]);
    expect(await place.ingest("s1.jsonl")).toMatchObject({ refused: 0 });
    const [trajectory] = await place.trajectories();
    const turns = trajectory?.steps.filter((step) => step.turn !== null) ?? [];
    expect(turns.map((step) => [step.text, step.toolCalls.map((call) => call.id)])).toEqual([["Look.", ["t1", "t2"]]]);
    expect(turns[0]?.usage).toMatchObject({ promptTokens: 15, completionTokens: 354, cachedTokens: 5 });
    expect(trajectory?.usage).toMatchObject({ completionTokens: 354 });
  },
);

// https://github.com/delexw/claude-code-trace/issues/40
hazard(
  "claude-dead-branches",
  "a branch that was given up is no conversation, and order is that of the links",
  async () => {
    const place = scratch();
    place.write("s1.jsonl", [
      said("a2", "u2", 4, "msg_2", { type: "text", text: "Kept." }, 2),
      asked,
      said("a1", "u1", 1, "msg_1", { type: "text", text: "Given up." }, 2),
      line("u2", "u1", 3, { type: "user", message: { role: "user", content: "no, like this" } }),
    ]);
    await place.ingest("s1.jsonl");
    const [trajectory] = await place.trajectories();
    expect(trajectory?.steps.map((step) => step.text)).toEqual(["fix boil", "no, like this", "Kept."]);
  },
);

// https://github.com/kenn-io/agentsview/issues/1023
hazard("codex-custom-tool-call", "a patch that is a custom call's raw text is an edit", async () => {
  const place = scratch();
  const at = (second: number) => `2026-01-05T10:00:0${second}.000Z`;
  const input = "*** Begin Patch\n*** Add File: a.sh\n+x\n*** End Patch";
  place.write("rollout-2026-01-05T10-00-00-s1.jsonl", [
    { timestamp: at(0), type: "session_meta", payload: { id: "s1", cwd: "/home/a/kettle", cli_version: "0.50.0" } },
    {
      timestamp: at(1),
      type: "response_item",
      payload: { type: "message", role: "user", content: [{ type: "input_text", text: "add a.sh" }] },
    },
    {
      timestamp: at(2),
      type: "response_item",
      payload: { type: "custom_tool_call", call_id: "c", name: "apply_patch", status: "completed", input },
    },
    {
      timestamp: at(3),
      type: "response_item",
      payload: {
        type: "custom_tool_call_output",
        call_id: "c",
        output: '{"output":"Success.","metadata":{"exit_code":0}}',
      },
    },
  ]);
  await place.ingest("rollout-2026-01-05T10-00-00-s1.jsonl");
  const [trajectory] = await place.trajectories();
  if (trajectory === undefined) throw new Error("nothing was read");
  const found = extractEdits(trajectory, await loadShellParser());
  expect(found.map(({ edit }) => edit)).toMatchObject([{ path: "a.sh", kind: "create", succeeded: true }]);
});
