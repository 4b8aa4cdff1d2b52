import { expect } from "vitest";
import { hazard } from "./hazard.ts";
import { calling, chatRow, idle, reply, scratch, solving, taskRow, user } from "./scratch.ts";

// https://github.com/neulab/agent-data-protocol/issues/111
hazard("ends-without-action", "a run that ends with a message to the agent is read to that message", async () => {
  const place = scratch();
  place.write("rows.jsonl", [chatRow("o__r-1", [...idle, { role: "assistant", content: "done" }, user("thanks")])]);
  expect(await place.ingest("rows.jsonl")).toMatchObject({ read: 1, used: 1, refused: 0 });
  const [trajectory] = await place.trajectories();
  expect(trajectory?.steps.at(-1)).toMatchObject({ source: "user", text: "thanks", turn: null });
});

// https://github.com/neulab/agent-data-protocol/issues/218
hazard("counts-and-ids-drift", "every row is read once under its own id, in order, however it ends", async () => {
  const place = scratch();
  const unanswered = [...idle, calling("c2", { command: "pytest" })];
  const twoTasks = [
    ...solving,
    { role: "assistant", content: "done" },
    user("now fix g"),
    calling("c3", { command: "ls" }),
  ];
  const rows = [unanswered, twoTasks, idle].map((messages, at) => chatRow(`o__r-${at * 20}`, messages));
  place.write("rows.jsonl", rows);
  expect(await place.ingest("rows.jsonl")).toMatchObject({ read: 3, used: 3 });
  const [first, second] = await place.trajectories();
  expect((await place.trajectories()).map((each) => each.taskId)).toEqual(["o__r-0", "o__r-20", "o__r-40"]);
  expect(first?.steps.at(-1)).toMatchObject({ source: "agent", turn: 2, observations: [] });
  // A second task stays visible as a second message to the agent: nothing is cut, nothing is merged.
  expect(second?.steps.filter((step) => step.source === "user").map((step) => step.text)).toEqual([
    "fix f",
    "now fix g",
  ]);
});

// https://github.com/SWE-agent/SWE-agent/pull/1043
hazard("half-written-file", "a truncated and an empty file are refused, and their neighbours read", async () => {
  const place = scratch();
  const whole = { trajectory: [], history: [{ role: "user", content: "x" }], info: {} };
  place.write("runs/a__b-1.traj", JSON.stringify(whole));
  place.write("runs/a__b-2.traj", '{"trajectory": [{"action":"ls"');
  place.write("runs/a__b-3.traj", "");
  place.write(
    "runs/rows.jsonl",
    `${JSON.stringify(chatRow("a__b-4", idle))}\n${JSON.stringify(chatRow("a__b-5", idle)).slice(0, 60)}`,
  );
  const result = await place.ingest("runs");
  expect(result).toMatchObject({ read: 5, used: 2, byReason: { empty: 1, "truncated-json": 2 } });
  expect(place.refused().map((each) => each.source)).toEqual([
    "runs/a__b-2.traj",
    "runs/a__b-3.traj",
    "runs/rows.jsonl:2",
  ]);
});

// https://github.com/SWE-bench/SWE-smith/issues/58
hazard(
  "messages-as-text",
  "a column of messages that is JSON text equals the list, and missing tools are null",
  async () => {
    const place = scratch();
    place.write("list.jsonl", [chatRow("o__r-1", solving)]);
    place.write("text.jsonl", [{ instance_id: "o__r-1", messages: JSON.stringify(solving) }]);
    const result = await place.ingest("list.jsonl", "text.jsonl");
    expect(result).toMatchObject({ read: 2, byReason: { duplicate: 1 } });
    const [trajectory] = await place.trajectories();
    expect(trajectory?.tools).toBeNull();
  },
);

// https://github.com/SWE-bench/SWE-smith, swesmith/train/traj_mgr/utils.py
hazard(
  "fabricated-submit",
  "an exit by the harness is marked as its own, is no turn, and is no submission",
  async () => {
    const place = scratch();
    const query = [user("fix f"), { role: "assistant", content: "look", action: "ls", thought: "look" }];
    const actions = [
      { action: "ls", observation: "src", response: "look\n```\nls\n```", thought: "look", state: {}, query },
      {
        action: "exit_cost",
        observation: "",
        response: "Exit due to cost limit",
        thought: "Exit due to cost limit",
        state: {},
      },
    ];
    const run = { trajectory: actions, history: query, info: { exit_status: "exit_cost", submission: null } };
    place.write("o__r-1/o__r-1.traj", JSON.stringify(run));
    await place.ingest("o__r-1");
    const [trajectory] = await place.trajectories();
    expect(trajectory).toMatchObject({ exitStatus: "exit_cost", health: "healthy", finalPatch: null });
    const agent = trajectory?.steps.filter((step) => step.source === "agent" && !step.marks.includes("demonstration"));
    expect(agent?.map((step) => [step.turn, step.marks, step.toolCalls.length])).toEqual([
      [1, [], 1],
      [null, ["synthetic"], 0],
    ]);
  },
);

// https://github.com/OpenHands/OpenHands/issues/6830, https://github.com/SWE-Gym/SWE-Gym/issues/9
hazard("history-of-events", "recalls, states and empty messages make no turns", async () => {
  const place = scratch();
  const event = (id: number, fields: object): object => ({
    id,
    source: "agent",
    timestamp: "2025-01-01T00:00:00",
    ...fields,
  });
  const history = [
    event(0, { source: "user", action: "message", args: { content: "fix f" } }),
    event(1, { action: "recall", args: { query: "fix f" } }),
    event(2, { source: "environment", observation: "recall", content: "Added", cause: 1, extras: {} }),
    event(3, { action: "run", args: { command: "ls" } }),
    event(4, { observation: "run", content: "src", cause: 3, extras: { metadata: { exit_code: 0 } } }),
    event(5, {
      source: "environment",
      observation: "agent_state_changed",
      content: "",
      extras: { agent_state: "running" },
    }),
    event(6, { action: "message", args: { content: "" } }),
    event(7, { source: "user", action: "message", args: { content: "go on" } }),
    event(8, { action: "finish", args: {} }),
  ];
  place.write("output.jsonl", [{ instance_id: "o__r-1", history, test_result: { git_patch: "" }, metadata: {} }]);
  expect(await place.ingest("output.jsonl")).toMatchObject({ byFormat: { "openhands-v0": 1 } });
  const [trajectory] = await place.trajectories();
  const acts = trajectory?.steps.filter((step) => step.toolCalls.length > 0);
  expect(acts?.map((step) => step.toolCalls[0]?.name)).toEqual(
    ["execute_bash", "finish"].map((name) => expect.stringMatching(new RegExp(`${name}|run`))),
  );
  expect(acts?.[0]?.observations).toMatchObject([{ content: "src", exitCode: 0 }]);
  expect(trajectory?.steps.filter((step) => step.source === "user").map((step) => step.text)).toEqual([
    "fix f",
    "go on",
  ]);
});

// https://github.com/SWE-agent/mini-swe-agent/issues/305, https://github.com/SWE-bench/SWE-bench/issues/345
hazard(
  "stripped-patch",
  "a patch without its last line feed or its blank context lines scores as the whole one",
  async () => {
    const gold = "--- a/src/a.py\n+++ b/src/a.py\n@@ -1,4 +1,4 @@\n def f():\n \n-    return a\n+    return b\n \n";
    const stripped = gold.replaceAll("\n \n", "\n\n").trimEnd();
    const functions: unknown[] = [];
    for (const patch of [gold, stripped]) {
      const place = scratch();
      place.write("tasks.jsonl", [taskRow("o__r-1", { patch })]);
      await place.ingest("tasks.jsonl");
      functions.push(await place.sql("select gold_files, gold_functions from tasks"));
    }
    expect(functions[0]).toEqual([{ gold_files: ["src/a.py"], gold_functions: [{ file: "src/a.py", name: "f" }] }]);
    expect(functions[1]).toEqual(functions[0]);
  },
);

// https://github.com/SWE-bench/SWE-bench/pull/168
hazard("null-patch", "an absent and an empty patch are unresolved runs like any other, none is dropped", async () => {
  const place = scratch();
  place.write("tasks.jsonl", [taskRow("o__r-1"), taskRow("o__r-2")]);
  place.write("run/rows.jsonl", [chatRow("o__r-1", idle), chatRow("o__r-2", idle)]);
  place.write("run/preds.jsonl", [
    { instance_id: "o__r-1", model_name_or_path: "m", model_patch: null },
    { instance_id: "o__r-2", model_name_or_path: "m", model_patch: "" },
  ]);
  place.write(
    "run/report.json",
    JSON.stringify({ resolved: [], applied: [], generated: [], with_logs: [], no_generation: ["o__r-1", "o__r-2"] }),
  );
  expect(await place.ingest("run", "tasks.jsonl")).toMatchObject({ refused: 0 });
  expect(await place.json("score", "ws", "--budget", "20")).toMatchObject({ scored: 2, skipped: 0 });
  expect(await place.sql("select sr, e_resolve from scores")).toEqual([
    { sr: 0, e_resolve: 0 },
    { sr: 0, e_resolve: 0 },
  ]);
});

// https://github.com/axolotl-ai-cloud/axolotl/pull/3136
hazard("argument-of-two-types", "an argument that is text in one row and a number in another keeps both", async () => {
  const place = scratch();
  const times = ["2025-08-01", 1690876800];
  place.write(
    "rows.jsonl",
    times.map((time, at) => chatRow(`o__r-${at}`, [user("x"), calling("c", { time }), reply("c", "")])),
  );
  expect(await place.ingest("rows.jsonl")).toMatchObject({ used: 2 });
  expect((await place.trajectories()).map((each) => each.steps[1]?.toolCalls[0]?.arguments)).toEqual(
    times.map((time) => ({ time })),
  );
});

// https://github.com/huggingface/trl/pull/5118, https://github.com/modelscope/ms-swift/pull/10125
hazard(
  "null-keys-of-others",
  "rows with other arguments and tools get no keys of each other; a real null stays",
  async () => {
    const place = scratch();
    const args = [{ query: "x" }, { expr: "2+2", precision: null }];
    const tools = args.map((each) => [{ type: "function", function: { name: "t", parameters: { properties: each } } }]);
    place.write(
      "rows.jsonl",
      args.map((each, at) =>
        chatRow(`o__r-${at}`, [user("x"), calling("c", each), reply("c", "")], { tools: tools[at] }),
      ),
    );
    await place.ingest("rows.jsonl");
    const read = await place.trajectories();
    expect(read.map((each) => each.steps[1]?.toolCalls[0]?.arguments)).toEqual(args);
    expect(read.map((each) => each.tools)).toEqual(tools);
  },
);

// https://github.com/axolotl-ai-cloud/axolotl/issues/3590
hazard("content-text-or-parts", "content as text and as a list of parts are the same text", async () => {
  const place = scratch();
  const parts = [{ type: "text", text: "fix f" }];
  place.write("rows.jsonl", [
    chatRow("o__r-1", [{ role: "system", content: "s" }, user(parts), { role: "assistant", content: parts }]),
  ]);
  await place.ingest("rows.jsonl");
  const [trajectory] = await place.trajectories();
  expect(trajectory?.steps.map((step) => step.text)).toEqual(["s", "fix f", "fix f"]);
});

// https://github.com/hiyouga/LlamaFactory/issues/2529, https://github.com/hiyouga/LlamaFactory/issues/9107
hazard(
  "unknown-roles",
  "parallel calls are one turn with both replies, words beside calls stay, no role drops a row",
  async () => {
    const place = scratch();
    const two = ["a", "b"].map((id) => ({
      id,
      type: "function",
      function: { name: "bash", arguments: '{"command":"ls"}' },
    }));
    place.write("rows.jsonl", [
      chatRow("o__r-1", [
        user("x"),
        { role: "assistant", content: "I will look", tool_calls: two },
        reply("b", "second"),
        reply("a", "first"),
        { role: "gpt", content: "odd" },
        { role: "assistant", content: "done" },
      ]),
    ]);
    expect(await place.ingest("rows.jsonl")).toMatchObject({ used: 1, refused: 0 });
    const [trajectory] = await place.trajectories();
    expect(trajectory?.steps[1]).toMatchObject({ turn: 1, text: "I will look", toolCalls: [{ id: "a" }, { id: "b" }] });
    const replies = trajectory?.steps[1]?.observations ?? [];
    expect(Object.fromEntries(replies.map((each) => [each.callId, each.content]))).toEqual({ a: "first", b: "second" });
    expect(trajectory?.steps.map((step) => step.text)).toContain("odd");
    expect(trajectory?.steps.find((step) => step.text === "odd")?.extra).toMatchObject({ role: "gpt" });
  },
);

// https://github.com/huggingface/datasets/issues/3227
hazard("line-larger-than-block", "a line of 12 MB is a row like any other", async () => {
  const place = scratch();
  place.write("rows.jsonl", [
    chatRow("o__r-1", [user("x"), calling("c", { command: "cat log" }), reply("c", "x".repeat(12 << 20))]),
    chatRow("o__r-2", idle),
  ]);
  expect(await place.ingest("rows.jsonl")).toMatchObject({ read: 2, used: 2 });
  const [row] = await place.sql("select max(length(trajectory_json)) as longest from trajectories");
  expect(row?.longest).toBeGreaterThan(12 << 20);
});

// https://github.com/RooCodeInc/Roo-Code/pull/10027, https://github.com/langchain-ai/langgraph/issues/5109
hazard(
  "orphan-tool-results",
  "a reply without its call stays as a message; a call id of two steps answers the nearer one",
  async () => {
    const place = scratch();
    place.write("rows.jsonl", [
      chatRow("o__r-1", [
        user("x"),
        reply("gone", "left over"),
        calling("c", { command: "ls" }),
        reply("c", "one"),
        calling("c", { command: "pwd" }),
        reply("c", "two"),
      ]),
    ]);
    await place.ingest("rows.jsonl");
    const [trajectory] = await place.trajectories();
    expect(trajectory?.steps.map((step) => [step.turn, step.observations.map((each) => each.content)])).toEqual([
      [null, []],
      [null, []],
      [1, ["one"]],
      [2, ["two"]],
    ]);
    expect(trajectory?.steps[1]).toMatchObject({
      source: "user",
      text: "left over",
      extra: { orphanToolCallId: "gone" },
    });
  },
);

// https://github.com/NVIDIA/NeMo-Agent-Toolkit/pull/1663
hazard("atif-duplicate-call-id", "two calls of one step with one id are two calls, each with a reply", async () => {
  const place = scratch();
  const call = (command: string) => ({ tool_call_id: "call_1", function_name: "bash", arguments: { command } });
  const results = ["one", "two"].map((content) => ({ source_call_id: "call_1", content }));
  const document = {
    schema_version: "ATIF-v1.6",
    session_id: "s",
    agent: { name: "a", version: "1" },
    steps: [
      { step_id: 1, source: "user", message: "x" },
      { step_id: 2, source: "agent", message: "", tool_calls: [call("ls"), call("pwd")], observation: { results } },
    ],
  };
  place.write("run.json", JSON.stringify(document));
  expect(await place.ingest("run.json")).toMatchObject({ byFormat: { atif: 1 } });
  const [trajectory] = await place.trajectories();
  const step = trajectory?.steps[1];
  expect(step?.toolCalls.map((each) => each.arguments.command)).toEqual(["ls", "pwd"]);
  expect(new Set(step?.toolCalls.map((each) => each.id)).size).toBe(2);
  expect(step?.observations.map((each) => each.content)).toEqual(["one", "two"]);
});

// https://github.com/strands-rl/strands-env/pull/211, https://github.com/UKGovernmentBEIS/inspect_ai/pull/2316
hazard("lone-surrogate", "half a character is replaced, counted, and kills nothing", async () => {
  const place = scratch();
  place.write(
    "rows.jsonl",
    `${JSON.stringify(chatRow("o__r-1", [...idle, { role: "assistant", content: "SURROGATE" }])).replace("SURROGATE", "\\ud835")}\n`,
  );
  place.write("latin1.jsonl", Buffer.from(`${JSON.stringify(chatRow("o__r-2", [user("\u00e9")]))}\n`, "latin1"));
  const result = await place.ingest("rows.jsonl", "latin1.jsonl");
  expect(result).toMatchObject({ read: 2, used: 1, byReason: { "invalid-utf8": 1 } });
  const [trajectory] = await place.trajectories();
  expect(trajectory?.steps.at(-1)?.text).toBe("\uFFFD");
  expect(trajectory?.extra).toMatchObject({ replacedSurrogates: 1 });
});

// adp/swe-smith/sample_raw.json: 3 of 5 rows carry the patch of another repository, 2 are resolved with an empty one
hazard(
  "patch-of-another-run",
  "a patch that touches nothing that the run edited is noted, an empty one is kept",
  async () => {
    const place = scratch();
    const foreign = "--- a/autograd/core.py\n+++ b/autograd/core.py\n@@ -1 +1 @@\n-x\n+y\n";
    place.write("rows.jsonl", [
      chatRow("o__r-1", solving, { resolved: true, patch: foreign }),
      chatRow("o__r-2", solving, { resolved: true, patch: "" }),
    ]);
    await place.ingest("rows.jsonl");
    const [first, second] = await place.trajectories();
    expect(first?.extra).toMatchObject({ patchMatchesEdits: false });
    expect(second).toMatchObject({ finalPatch: "", extra: {} });
    expect(await place.sql("select distinct resolved from outcomes")).toEqual([{ resolved: true }]);
  },
);

// swe-smith/run_evaluation/pandas-dev__pandas.95280573.pr_53652/report.json
hazard(
  "resolved-but-not-applied",
  "a report that contradicts itself is believed and named, by its folder's id",
  async () => {
    const place = scratch();
    place.write("o__r.12345678.pr_1/run.jsonl", [chatRow("o__r.12345678.pr_1", idle)]);
    place.write(
      "o__r.12345678.pr_1/report.json",
      JSON.stringify({ patch_exists: true, patch_successfully_applied: false, resolved: true, tests_status: {} }),
    );
    await place.ingest("o__r.12345678.pr_1");
    expect(await place.sql("select task_id, resolved, reason from outcomes")).toEqual([
      { task_id: "o__r.12345678.pr_1", resolved: true, reason: "resolved-but-patch-not-applied" },
    ]);
  },
);

// entireio/cli checkpoints 9c/53780d06b7 and c0/70516b3fa9
hazard("jsonl-that-is-one-document", "a .jsonl that is one indented document is read as that", async () => {
  const place = scratch();
  place.write("full.jsonl", JSON.stringify(chatRow("o__r-1", solving), null, 2));
  place.write(
    "gemini.jsonl",
    JSON.stringify({ sessionId: "s", projectHash: "h", messages: [{ type: "user", content: "x" }] }, null, 2),
  );
  const result = await place.ingest("full.jsonl", "gemini.jsonl");
  expect(result).toMatchObject({ read: 2, used: 2, refused: 0 });
  expect(await place.sql("select source_file, format from trajectories order by 1")).toEqual([
    { source_file: "full.jsonl", format: "chat-rows" },
    { source_file: "gemini.jsonl", format: "gemini-cli" },
  ]);
});
