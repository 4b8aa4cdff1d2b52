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
])("the counts of %j", (line, expected) => {
  const text = `# aider chat started at 2024-05-06 10:00:01\n\n#### do\n\nDone.\n\n> ${line}\n`;
  const { usage } = aiderChat.read([text], { path: "x" }).trajectory;
  expect([usage.promptTokens, usage.completionTokens, usage.costUsd]).toEqual(expected);
});

test("a text that quotes a history somewhere is none", () => {
  expect(aiderChat.matches(`edits of a day\n${"x\n".repeat(200)}${history}`, { path: "gold.txt" })).toBe(false);
  expect(aiderChat.matches(history, { path: "p/.aider.chat.history.md" })).toBe(true);
});
