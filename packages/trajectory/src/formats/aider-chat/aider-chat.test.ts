import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { aiderChat } from "./aider-chat.ts";
import { sessionsOf } from "./sessions.ts";

describeFormat(aiderChat, new URL("./fixtures/", import.meta.url), {
  malformed: [{ record: 1, names: "expected string" }],
  leavesOut: [{ path: /^$/, reason: "one text of several sessions: the marks of its lines are left out" }],
});

const history = [
  "the end of an answer",
  "",
  "# aider chat started at 2024-05-06 10:00:01",
  "",
  "> Aider v0.82.0",
  "",
  "#### add a test  ",
  "#### and run it",
  "",
  "Sure:",
  "",
  "a.py",
  "```python",
  "# aider is fine",
  "> not a quote of Aider",
  "```",
  "",
  "> Applied edit to a.py",
].join("\n");

test("a history that starts mid-session has that session too", () => {
  expect(sessionsOf(history).map(({ startedAt, passages }) => [startedAt, passages.map(({ by }) => by)])).toEqual([
    [null, ["model"]],
    ["2024-05-06 10:00:01", ["tool", "user", "model", "tool"]],
  ]);
});

test("lines of code that look like Aider's own stay in the answer", () => {
  const [, session] = sessionsOf(history);
  expect(session?.passages[2]?.text).toContain("> not a quote of Aider");
});

test("a whole file under its path is the new text of the edit", () => {
  const [, reading] = aiderChat.readAll([history], { path: "x" });
  expect(reading?.trajectory.steps.flatMap((step) => step.edits)).toMatchObject([
    { path: "a.py", newText: "# aider is fine\n> not a quote of Aider\n", succeeded: true },
  ]);
});

test("an edit that Aider does not say it applied did not succeed", () => {
  const text = `# aider chat started at 2024-05-06 10:00:01\n\n#### do\n\na.py\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n\n> The LLM did not conform to the edit format.\n`;
  const [reading] = aiderChat.readAll([text], { path: "x" });
  expect(reading?.trajectory.steps.flatMap((step) => step.edits.map((edit) => edit.succeeded))).toEqual([false]);
});

test.each([
  ["Tokens: 4.1k sent, 180 received. Cost: $0.01 message, $0.02 session.", [4100, 180, 0.01]],
  ["Tokens: 950 sent, 1,200 received.", [950, 1200, null]],
  ["Tokens: 12k sent, 3.0k cache hit, 1.5k received. Cost: $0.0042 message, $0.10 session.", [12000, 1500, 0.0042]],
  ["Tokens: 1,581 sent, 322 received. Cost: $0.0096 request, $0.0096 session.", [1581, 322, 0.0096]],
  ["Tokens: 2k sent, 10 received.\nCost: $0.03 message, $0.07 session. Use --no-stream.", [2000, 10, 0.03]],
])("the counts of %j", (line, expected) => {
  const text = `# aider chat started at 2024-05-06 10:00:01\n\n#### do\n\nDone.\n\n> ${line}\n`;
  const { usage, steps } = aiderChat.read([text], { path: "x" }).trajectory;
  expect([usage.promptTokens, usage.completionTokens, usage.costUsd]).toEqual(expected);
  expect(steps).toHaveLength(2);
});

const session = (...lines: readonly string[]) =>
  ["# aider chat started at 2024-05-06 10:00:01", "", "#### do  ", "", ...lines].join("\n");
const editsIn = (text: string) =>
  aiderChat.readAll([text], { path: "x" }).flatMap(({ trajectory }) => trajectory.steps.flatMap((step) => step.edits));

test("of several blocks only the one that Aider shows as failed did not succeed", () => {
  const block = (from: string, to: string) => ["<<<<<<< SEARCH", from, "=======", to, ">>>>>>> REPLACE"];
  const text = session(
    ...["a.py", ...block("1", "2"), "", "a.py", ...block("3", "4"), ""],
    ...["> # 1 SEARCH/REPLACE block failed to match!  ", "> <<<<<<< SEARCH  ", "> 3  ", "> =======  ", "> 4  "],
    ...["> >>>>>>> REPLACE  ", "> # The other 1 SEARCH/REPLACE block were applied successfully.  "],
  );
  expect(editsIn(text).map(({ oldText, succeeded }) => [oldText, succeeded])).toEqual([
    ["1", true],
    ["3", false],
  ]);
});

test("the hunks of a diff without line numbers are edits", () => {
  const text = session(
    "```diff",
    "--- a.py",
    "+++ a.py",
    "@@ ... @@",
    "-x",
    "+y",
    "```",
    "",
    "> Applied edit to a.py  ",
  );
  expect(editsIn(text)).toMatchObject([{ path: "a.py", oldText: "x", newText: "y", succeeded: true }]);
});

test("code in tags, which Aider falls back to, stays in one answer", () => {
  const lines = ["a.md", "<source>md", "#### a title", "> a quote", "</source>", "", "> Applied edit to a.md  "];
  expect(editsIn(session(...lines))).toMatchObject([{ path: "a.md", newText: "#### a title\n> a quote\n" }]);
});

test("a fence that was left open ends with the next line that Aider wrote", () => {
  const [open] = sessionsOf(session("```python", "x = 1", "", "> Tokens: 1k sent, 2 received.  ", "", "#### go on  "));
  expect(open?.passages.map(({ by }) => by)).toEqual(["user", "model", "tool", "user"]);
});

test("a text that quotes a history somewhere is none", () => {
  expect(aiderChat.matches(`edits of a day\n${"x\n".repeat(200)}${history}`, { path: "gold.txt" })).toBe(false);
  expect(aiderChat.matches(history, { path: "p/.aider.chat.history.md" })).toBe(true);
});
