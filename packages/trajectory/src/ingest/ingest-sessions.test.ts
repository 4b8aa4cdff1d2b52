import { join } from "node:path";
import { openTables, openWorkspace, type Row } from "@memop/core";
import { describe, expect, test } from "vitest";
import { extractEdits } from "../edits/extract-edits.ts";
import { loadShellParser } from "../edits/shell/shell-parser.ts";
import { trajectoriesTable } from "../tables/trajectories-table.ts";
import { ingestOptions, temporaryFolder, writeFiles } from "../testing/ingest-fixtures.ts";
import type { Trajectory } from "../trajectory.ts";
import { ingest } from "./ingest.ts";

interface Ingested {
  readonly rows: readonly Row[];
  readonly trajectories: readonly Trajectory[];
  readonly refused: number;
}

/** Ingests files and returns what stands in the table, in the order of sources. */
async function ingested(files: Readonly<Record<string, string>>): Promise<Ingested> {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const root = join(folder, "ws");
  const { refused } = await ingest(root, ingestOptions(["in"]), { workingFolder: folder });
  const database = await openTables(openWorkspace(root), [trajectoriesTable]);
  try {
    const rows = await database.all("SELECT * FROM trajectories ORDER BY source_file, source");
    const trajectories = rows.map((row) => JSON.parse(row.trajectory_json as string) as Trajectory);
    return { rows, trajectories, refused };
  } finally {
    database.close();
  }
}

const jsonl = (...lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const steps = ({ trajectories }: Ingested) => trajectories.flatMap((each) => each.steps);

interface Said {
  readonly role?: string;
  readonly id?: string;
  readonly tokens?: number;
  readonly model?: string;
  readonly more?: object;
}

function line(uuid: string, parentUuid: string | null, seconds: number, content: unknown, said: Said = {}): object {
  const { role = "assistant", id = `msg-${uuid}`, tokens = 1, model = "m", more = {} } = said;
  const timestamp = new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
  const usage = { input_tokens: 5, cache_read_input_tokens: 100, output_tokens: tokens };
  const message = role === "user" ? { role, content } : { role, id, model, content, usage };
  return { type: role, uuid, parentUuid, sessionId: "s", cwd: "/repo", timestamp, message, ...more };
}

const user = { role: "user" };
const text = (said: string): object[] => [{ type: "text", text: said }];
const use = (id: string, name: string, input: object): object => ({ type: "tool_use", id, name, input });
const result = (id: string, content: string, is_error = false): object => ({
  type: "tool_result",
  tool_use_id: id,
  content,
  is_error,
});

describe("a session of Claude Code", () => {
  test("counts a response that is logged in three lines once, by its last line", async () => {
    const found = await ingested({
      "in/s.jsonl": jsonl(
        line("u", null, 0, "go", user),
        line("a", "u", 1, [{ type: "thinking", thinking: "hm" }], { id: "m1", tokens: 1 }),
        line("b", "a", 2, text("I look"), { id: "m1", tokens: 1 }),
        line("c", "b", 3, [use("t1", "Bash", { command: "ls" })], { id: "m1", tokens: 354 }),
      ),
    });
    expect(found.rows).toMatchObject([{ turns: 1, prompt_tokens: 105, cached_tokens: 100, completion_tokens: 354 }]);
  });

  test("follows the branch that was gone on with, also when a line stands before its parent", async () => {
    const found = await ingested({
      "in/s.jsonl": jsonl(
        line("u", null, 0, "go", user),
        line("dead", "u", 1, text("a dead end")),
        line("v", "a", 3, "and on", user),
        line("a", "u", 2, text("alive")),
        line("b", "v", 4, text("done")),
      ),
    });
    expect(steps(found).map((step) => step.text)).toEqual(["go", "alive", "and on", "done"]);
  });

  test("keeps the results of parallel calls, of which each hangs on its own line", async () => {
    const found = await ingested({
      "in/s.jsonl": jsonl(
        line("u", null, 0, "go", user),
        line("a", "u", 1, [use("t1", "Read", { file_path: "/repo/a" })], { id: "m1" }),
        line("b", "a", 2, [use("t2", "Read", { file_path: "/repo/b" })], { id: "m1" }),
        line("r1", "a", 3, [result("t1", "A")], user),
        line("r2", "b", 4, [result("t2", "B")], user),
        line("c", "r2", 5, text("done")),
      ),
    });
    expect(steps(found)[1]?.observations.map((each) => [each.callId, each.content])).toEqual([
      ["t1", "A"],
      ["t2", "B"],
    ]);
  });

  test("takes only edits for made that the tool's result does not refuse", async () => {
    const edit = (id: string): object =>
      use(id, "Edit", { file_path: "/repo/src/a.py", old_string: "x", new_string: id });
    const found = await ingested({
      "in/s.jsonl": jsonl(
        line("a", null, 1, [edit("t1"), edit("t2"), edit("t3")]),
        line("r", "a", 2, [result("t1", "<tool_use_error>String to replace not found</tool_use_error>", true)], user),
        line("q", "r", 3, [result("t2", "The file /repo/src/a.py has been updated.")], user),
        line("i", "q", 4, "[Request interrupted by user]", user),
      ),
    });
    const [trajectory] = found.trajectories;
    const edits = extractEdits(trajectory as Trajectory, await loadShellParser());
    expect(edits.map(({ edit: made }) => [made.path, made.newText, made.succeeded])).toEqual([
      ["src/a.py", "t1", false],
      ["src/a.py", "t2", true],
      ["src/a.py", "t3", false],
    ]);
  });

  test("marks what the model did not say, and what others did for it", async () => {
    const found = await ingested({
      "in/s.jsonl": jsonl(
        line("u", null, 0, "go", user),
        line("a", "u", 1, text("I ask")),
        line("x", null, 2, text("found"), { more: { isSidechain: true } }),
        line("k", "a", 3, "Summary: all is well", { ...user, more: { isCompactSummary: true } }),
        line("e", "k", 4, text("API Error: 529"), { model: "<synthetic>" }),
      ),
    });
    expect(steps(found).map((step) => [step.marks, step.turn])).toEqual([
      [[], null],
      [[], 1],
      [["subagent"], null],
      [["condensation"], null],
      [["synthetic"], null],
    ]);
    expect(found.rows).toMatchObject([{ turns: 1, health: "error", exit_status: "api-error" }]);
  });

  test("keeps a result whose call was condensed away as a message of its own", async () => {
    const found = await ingested({ "in/s.jsonl": jsonl(line("u", null, 0, [result("gone", "left over")], user)) });
    expect(steps(found)).toMatchObject([{ source: "user", text: "left over", extra: { orphanToolCallId: "gone" } }]);
  });

  test("with a lone surrogate is written as well-formed text", async () => {
    const found = await ingested({ "in/s.jsonl": jsonl(line("u", null, 0, "x\ud835y", user)) });
    expect(steps(found)[0]?.text).toBe("x\ufffdy");
  });

  test("with a line of 12 MB is read, and its last line may be cut off", async () => {
    const long = "y".repeat(12 * 1024 * 1024);
    const whole = jsonl(line("u", null, 0, long, user), line("a", "u", 1, text("seen")));
    const found = await ingested({ "in/s.jsonl": `${whole}{"type":"assistant","uuid":"b","mess` });
    expect(steps(found).map((step) => step.text.length)).toEqual([long.length, 4]);
    expect(found.refused).toBe(1);
  });
});

describe("a session of Codex", () => {
  const item = (payload: object): object => ({ timestamp: "2026-01-01T00:00:00Z", type: "response_item", payload });
  const patch = "*** Begin Patch\n*** Add File: a.sh\n+x\n*** End Patch";

  test("has its edits when the patch is a custom tool's raw input", async () => {
    const found = await ingested({
      "in/rollout.jsonl": jsonl(
        { type: "session_meta", payload: { id: "c", cwd: "/repo" } },
        item({ type: "custom_tool_call", call_id: "c1", name: "apply_patch", input: patch }),
        item({
          type: "custom_tool_call_output",
          call_id: "c1",
          output: "Success. Updated the following files:\nA a.sh",
        }),
      ),
    });
    const edits = extractEdits(found.trajectories[0] as Trajectory, await loadShellParser());
    expect(edits.map(({ edit }) => [edit.path, edit.kind, edit.succeeded])).toEqual([["a.sh", "create", true]]);
  });

  test("counts tokens that are reported again and again once", async () => {
    const count = {
      type: "event_msg",
      payload: {
        type: "token_count",
        info: { total_token_usage: { input_tokens: 9, cached_input_tokens: 4, output_tokens: 2 } },
      },
    };
    const said = item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "done" }] });
    const found = await ingested({ "in/rollout.jsonl": jsonl(said, count, count, count) });
    expect(found.rows).toMatchObject([{ prompt_tokens: 9, cached_tokens: 4, completion_tokens: 2 }]);
  });
});

test("a session of Gemini CLI is one document, though its file is called .jsonl", async () => {
  const session = {
    sessionId: "g",
    projectHash: "p",
    messages: [
      { type: "user", content: "go" },
      { type: "gemini", content: "done" },
    ],
  };
  const found = await ingested({ "in/full.jsonl": JSON.stringify(session, null, 2) });
  expect(found.rows).toMatchObject([{ format: "gemini-cli", turns: 1, source: "in/full.jsonl" }]);
  expect(found.refused).toBe(0);
});

test("a conversation of OpenHands V1 is read from its folder: state and events", async () => {
  const event = (id: string, more: object): string =>
    JSON.stringify({ id, timestamp: "2026-01-01T00:00:00", source: "agent", ...more });
  const call = { tool_name: "terminal", tool_call_id: "c", llm_response_id: "r" };
  const observation = {
    kind: "TerminalObservation",
    content: [{ type: "text", text: "x" }],
    is_error: false,
    exit_code: 0,
  };
  const found = await ingested({
    "in/conv/base_state.json": JSON.stringify({
      id: "v",
      agent: { llm: { model: "m" } },
      execution_status: "finished",
      max_iterations: 7,
    }),
    "in/conv/events/event-00000-a.json": event("a", {
      kind: "ActionEvent",
      ...call,
      tool_call: { arguments: '{"command":"ls"}' },
    }),
    "in/conv/events/event-00001-b.json": event("b", { kind: "ObservationEvent", ...call, observation }),
  });
  expect(found.rows).toMatchObject([{ format: "openhands-v1", model: "m", budget: 7, turns: 1 }]);
  expect(steps(found)[0]?.observations).toMatchObject([{ callId: "c", content: "x", exitCode: 0 }]);
});

test("spans of one trace that lie in two files, the later ones first, are one trajectory", async () => {
  const said = (role: string, content: string): object => ({ role, parts: [{ type: "text", content }] });
  const chat = (spanId: string, second: number, input: readonly object[], output: string): object => {
    const contents = {
      "gen_ai.operation.name": "chat",
      "gen_ai.input.messages": JSON.stringify(input),
      "gen_ai.output.messages": JSON.stringify([said("assistant", output)]),
    };
    const attributes = Object.entries(contents).map(([key, stringValue]) => ({ key, value: { stringValue } }));
    return { traceId: "t", spanId, startTimeUnixNano: `${second}000000000`, attributes };
  };
  const batch = (span: object): object => ({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
  const first = [said("user", "go")];
  const found = await ingested({
    "in/1.json": JSON.stringify(batch(chat("b", 2, [...first, said("assistant", "one"), said("user", "on")], "two"))),
    "in/2.jsonl": jsonl(batch(chat("a", 1, first, "one"))),
  });
  expect(steps(found).map((step) => step.text)).toEqual(["go", "one", "on", "two"]);
});
