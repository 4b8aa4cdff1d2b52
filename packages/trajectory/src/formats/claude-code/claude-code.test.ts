import { describe, expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { turnsOf } from "../../trajectory.ts";
import { claudeCode } from "./claude-code.ts";

describeFormat(claudeCode, new URL("./fixtures/", import.meta.url), {
  malformed: [
    { record: { type: "user", uuid: "u", sessionId: "s", message: "error" }, names: "message" },
    { record: { type: "assistant", uuid: "u", sessionId: "s" }, names: "message" },
  ],
  leavesOut: [
    { path: /signature|requestId|[uU]uid|messageId|stop_reason|leafUuid/, reason: "bookkeeping of the log" },
    { path: /^summary$/, reason: "the title of another session" },
    { path: /^toolUseResult/, reason: "the same result again, with the whole file" },
    { path: /^message\.id$/, reason: "joins the lines of one response" },
    { path: /^(?:data|content|subtype)$/, reason: "the interface's own lines" },
    { path: /^message\.content\[0\]\.text$/, reason: "the answer that was rewound" },
    { path: /timestamp|version|model$/, reason: "kept once, in another form" },
  ],
});

type Line = Readonly<Record<string, unknown>>;

let clock = 0;
function line(
  uuid: string,
  parentUuid: string | null,
  role: "user" | "assistant",
  content: unknown,
  more: Line = {},
): Line {
  clock += 1;
  const timestamp = new Date(Date.UTC(2026, 0, 1) + clock * 1000).toISOString();
  const { message, ...rest } = more as { message?: Line };
  return { type: role, uuid, parentUuid, sessionId: "s", timestamp, message: { role, content, ...message }, ...rest };
}

function textsOf(lines: readonly Line[]): string[] {
  return claudeCode.read(lines, { path: "s.jsonl" }).trajectory.steps.map((step) => step.text);
}

describe("a response that is logged as one line for each block", () => {
  const usage = (output_tokens: number): Line => ({ message: { id: "m", usage: { input_tokens: 5, output_tokens } } });
  const lines = [
    line("u", null, "user", "go"),
    line("a", "u", "assistant", [{ type: "thinking", thinking: "hm" }], usage(1)),
    line("b", "a", "assistant", [{ type: "text", text: "I see" }], usage(1)),
    line("c", "b", "assistant", [{ type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } }], usage(354)),
  ];

  test("is one step, whose usage is that of its last line", () => {
    const { trajectory } = claudeCode.read(lines, { path: "s.jsonl" });
    expect(turnsOf(trajectory)).toBe(1);
    expect(trajectory.steps[1]).toMatchObject({ reasoning: "hm", text: "I see", usage: { completionTokens: 354 } });
    expect(trajectory.steps[1]?.toolCalls).toHaveLength(1);
    expect(trajectory.usage).toMatchObject({ promptTokens: 5, completionTokens: 354 });
  });
});

describe("the chain of parents", () => {
  test("leaves out a branch that was given up, and says how much of it", () => {
    const lines = [
      line("u", null, "user", "go"),
      line("x", "u", "assistant", "dead end"),
      line("y", "x", "user", "no"),
      line("a", "u", "assistant", "alive"),
    ];
    expect(textsOf(lines)).toEqual(["go", "alive"]);
    expect(claudeCode.read(lines, { path: "s" }).trajectory.extra.linesOfOtherBranches).toBe(2);
  });

  test("holds when a line stands before its parent", () => {
    const [u, a, v] = [line("u", null, "user", "1"), line("a", "u", "assistant", "2"), line("v", "a", "user", "3")];
    expect(textsOf([v, u, a].map((each) => each as Line))).toEqual(["1", "2", "3"]);
  });

  test("goes on at the line before when a parent is lost", () => {
    expect(textsOf([line("u", null, "user", "1"), line("a", "lost", "assistant", "2")])).toEqual(["1", "2"]);
  });

  test("is the order of the lines when there are no links at all", () => {
    const lines = ["1", "2", "3"].map((text, at) => line(`l${at}`, null, at === 1 ? "assistant" : "user", text));
    expect(textsOf(lines)).toEqual(["1", "2", "3"]);
  });

  test("starts anew where the context was cleared: each beginning is a trajectory", () => {
    const cleared = {
      type: "progress",
      uuid: "c",
      parentUuid: null,
      sessionId: "s",
      timestamp: "2026-01-03T00:00:00Z",
    };
    const late = { timestamp: "2026-01-03T00:00:01Z" };
    const lines = [
      line("u", null, "user", "old"),
      line("a", "u", "assistant", "x"),
      cleared,
      line("v", "c", "user", "new", late),
    ];
    const readings = claudeCode.readAll(lines, { path: "s.jsonl" });
    expect(readings.map(({ trajectory }) => trajectory.steps.map((step) => step.text))).toEqual([
      ["old", "x"],
      ["new"],
    ]);
    expect(readings.map(({ trajectory }) => trajectory.extra.conversation)).toEqual([1, 2]);
  });

  test("ends at the youngest message, whatever bookkeeping hangs on it", () => {
    const lines = [
      line("u", null, "user", "1"),
      line("a", "u", "assistant", "2"),
      { type: "progress", uuid: "p", parentUuid: "a", sessionId: "s", timestamp: "2026-01-09T00:00:00Z" },
    ];
    expect(textsOf(lines)).toEqual(["1", "2"]);
  });

  test("that runs in a circle ends", () => {
    expect(textsOf([line("u", "a", "user", "1"), line("a", "u", "assistant", "2")])).toHaveLength(2);
  });
});

test("a resumed session that was exported again counts each line once", () => {
  const lines = [line("u", null, "user", "1"), line("a", "u", "assistant", "2"), line("v", "a", "user", "3")];
  const first = lines.slice(0, 2);
  expect(textsOf([...first, ...lines])).toEqual(["1", "2", "3"]);
});

test("the parts of a session are read in the order of their times, whatever their files are called", () => {
  const lines = [
    line("u", null, "user", "1"),
    line("a", "u", "assistant", "2"),
    line("v", "lost", "user", "3"),
    line("b", "v", "assistant", "4"),
  ];
  expect(textsOf([...lines.slice(2), ...lines.slice(0, 2)])).toEqual(["1", "2", "3", "4"]);
});

test("steps of a subagent are marked and are no turns; its file may come first", () => {
  const lines = [
    line("s", null, "user", "find it", { isSidechain: true, timestamp: "2026-01-02T00:00:02Z" }),
    line("b", "s", "assistant", "found", { isSidechain: true, timestamp: "2026-01-02T00:00:03Z" }),
    line("u", null, "user", "go", { timestamp: "2026-01-02T00:00:00Z" }),
    line("a", "u", "assistant", "I ask", { timestamp: "2026-01-02T00:00:01Z" }),
    line("v", "a", "user", "thanks", { timestamp: "2026-01-02T00:00:04Z" }),
  ];
  const { steps } = claudeCode.read(lines, { path: "s.jsonl" }).trajectory;
  expect(steps.map((step) => [step.text, step.marks, step.turn])).toEqual([
    ["go", [], null],
    ["I ask", [], 1],
    ["find it", ["subagent"], null],
    ["found", ["subagent"], null],
    ["thanks", [], null],
  ]);
});

test("a session of bookkeeping alone is no trajectory", () => {
  expect(() => claudeCode.read([{ type: "system", uuid: "u", sessionId: "s" }], { path: "s" })).toThrow(
    expect.objectContaining({ code: "BAD_RECORD" }),
  );
});

test("names sessions by their id, files without one by their path, and passes bookkeeping over", () => {
  const at = { path: "a.jsonl" };
  expect(claudeCode.groupOf(line("u", null, "user", "1"), at)).toBe("session s");
  expect(claudeCode.groupOf({ type: "user", timestamp: "", message: {} }, at)).toBe("file a.jsonl");
  expect(claudeCode.groupOf({ type: "summary", summary: "x", leafUuid: "y" }, at)).toBe("");
});
