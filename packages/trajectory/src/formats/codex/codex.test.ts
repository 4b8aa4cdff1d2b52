import { describe, expect, test } from "vitest";
import { extractEdits } from "../../edits/extract-edits.ts";
import { loadShellParser } from "../../edits/shell/shell-parser.ts";
import { describeFormat } from "../../testing/describe-format.ts";
import type { Trajectory } from "../../trajectory.ts";
import { codex } from "./codex.ts";

describeFormat(codex, new URL("./fixtures/", import.meta.url), {
  malformed: [{ record: { type: "response_item", payload: { type: 1 } }, names: "payload.type" }],
  leavesOut: [
    { path: /timestamp|status|encrypted_content|^id$|\.id$/, reason: "bookkeeping of the log" },
    { path: /policy|effort|summary$|model_provider|^payload\.source$/, reason: "settings of the interface" },
    { path: /^payload\.(?:stdout|stderr)$/, reason: "the output again, for the interface" },
  ],
});

type Item = Readonly<Record<string, unknown>>;

const item = (payload: Item): Item => ({ timestamp: "2026-01-01T00:00:00Z", type: "response_item", payload });
const event = (payload: Item): Item => ({ timestamp: "2026-01-01T00:00:00Z", type: "event_msg", payload });
const user = (text: string): Item => item({ type: "message", role: "user", content: [{ type: "input_text", text }] });
const meta = (id: string, more: Item = {}): Item => ({ type: "session_meta", payload: { id, cwd: "/repo", ...more } });

function read(...records: Item[]): Trajectory {
  return codex.read([meta("s"), ...records], { path: "rollout.jsonl" }).trajectory;
}

describe("a patch is found", () => {
  const patch = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-old\n+new\n*** End Patch";
  const call = (payload: Item): Item => item({ call_id: "c", ...payload });
  const output = item({ type: "function_call_output", call_id: "c", output: "Success. Updated the following files:" });

  test.each([
    ["in a custom tool's input", { type: "custom_tool_call", name: "apply_patch", input: patch }],
    [
      "in a function's arguments, as text",
      { type: "function_call", name: "apply_patch", arguments: JSON.stringify({ input: patch }) },
    ],
    ["in a function's arguments, as an object", { type: "function_call", name: "apply_patch", arguments: { patch } }],
    [
      "as a word of a shell command",
      { type: "function_call", name: "shell", arguments: JSON.stringify({ command: ["apply_patch", patch] }) },
    ],
    [
      "in a here-document",
      {
        type: "function_call",
        name: "shell",
        arguments: JSON.stringify({ command: ["bash", "-lc", `apply_patch <<'PATCH'\n${patch}\nPATCH`] }),
      },
    ],
    [
      "in the source of a program",
      { type: "custom_tool_call", name: "exec", input: `await tools.apply_patch(${JSON.stringify(patch)})` },
    ],
  ])("%s", async (_, payload) => {
    const edits = extractEdits(read(call(payload), output), await loadShellParser());
    expect(edits.map(({ edit }) => [edit.path, edit.kind, edit.newText, edit.succeeded])).toEqual([
      ["src/a.py", "modify", "new", true],
    ]);
  });
});

describe("token counters", () => {
  const count = (input_tokens: number, output_tokens: number, last?: Item): Item =>
    event({
      type: "token_count",
      info: { total_token_usage: { input_tokens, output_tokens }, last_token_usage: last },
    });
  const said = (text: string): Item =>
    item({ type: "message", role: "assistant", content: [{ type: "output_text", text }] });

  test("grow over the session and are repeated: each response has what it added", () => {
    const { steps, usage } = read(user("go"), said("a"), count(10, 1), count(10, 1), said("b"), count(30, 4));
    expect(steps.map((step) => step.usage?.promptTokens ?? null)).toEqual([null, 10, 20]);
    expect(usage).toMatchObject({ promptTokens: 30, completionTokens: 4 });
  });

  test("that start anew add what the last response took", () => {
    const { usage } = read(
      user("go"),
      said("a"),
      count(100, 10),
      said("b"),
      count(7, 2, { input_tokens: 7, output_tokens: 2 }),
    );
    expect(usage).toMatchObject({ promptTokens: 107, completionTokens: 12 });
  });
});

test("what events repeat is read once", () => {
  const { steps } = read(
    user("go"),
    event({ type: "user_message", message: "go" }),
    event({ type: "agent_message", message: "done" }),
    item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "done" }] }),
  );
  expect(steps.map((step) => step.text)).toEqual(["go", "done"]);
});

test("what the harness puts before the user's words is marked as injected", () => {
  const { steps } = read(user("# AGENTS.md instructions for /repo\n\nBe kind."), user("go"));
  expect(steps.map((step) => step.extra.kind ?? null)).toEqual(["injected", null]);
});

test("a file of two sessions gives two trajectories, a forked session one", () => {
  const two = codex.readAll([meta("a"), user("1"), meta("b"), user("2")], { path: "x" });
  expect(two.map(({ trajectory }) => trajectory.extra.sessionId)).toEqual(["a", "b"]);
  const fork = codex.readAll([meta("b", { forked_from_id: "a" }), meta("a"), user("1"), user("2")], { path: "x" });
  expect(fork).toHaveLength(1);
});

test("a subagent's file names the session that it works for", () => {
  const source = { subagent: { thread_spawn: { parent_thread_id: "p", depth: 1, agent_role: "explorer" } } };
  const { trajectory } = codex.read([meta("s", { source }), user("look")], { path: "x" });
  expect(trajectory.extra).toMatchObject({ subagentOf: "p", subagentRole: "explorer" });
});

test("a turn that was interrupted says so", () => {
  expect(read(user("go"), event({ type: "turn_aborted", reason: "interrupted" })).exitStatus).toBe("interrupted");
});
