import { goldSetOf } from "@memop/metrics";
import { aTrajectory } from "@memop/trajectory/testing";
import { describe, expect, test } from "vitest";
import type { StoredTrajectory } from "../show-workspace.ts";
import { trajectoryText } from "../trajectory-text.ts";
import { editLines } from "./edit-lines.ts";
import { foldedText } from "./folded-text.ts";
import { pageText } from "./page-text.ts";
import { painter } from "./paint.ts";
import { parseTurnRange, stepsOfTurns } from "./turn-range.ts";
import { usageLine } from "./usage-line.ts";

const gold = goldSetOf({ patch: null, files: ["src/a.py", "src/b.py"], functions: [{ file: "src/a.py", name: "f" }] });

function stored(parts: Parameters<typeof aTrajectory>[0] = {}): StoredTrajectory {
  const trajectory = aTrajectory(parts);
  const labels = { id: "0123456789abcdef", condition: "with", run: "1", source: "runs/a.traj", resolved: true, gold };
  const base = { repo: null, baseCommit: null };
  return { ...labels, base, json: JSON.stringify(trajectory), trajectory };
}

describe("a trajectory is shown", () => {
  test("with its turns, edits as diffs, and the turns in which the gold places were found", async () => {
    expect(await trajectoryText(stored(), { isFull: false, colours: false })).toBe(`\
0123456789abcdef  task org__repo-1  condition with  run 1
agent test-agent  model test-model  exit submitted  resolved true
turns 2 of 20
source runs/a.traj
gold file src/a.py: turn 2
gold file src/b.py: never
gold function f in src/a.py: never

── system ──
You solve issues.

── user ──
The value is wrong.

── turn 1 ──
Let me look.
> bash cat src/a.py
│ old

── turn 2 ──
I fix it.
> str_replace_editor
  command: str_replace
  path: /testbed/src/a.py
  old_str: old
  new_str: new
│ The file /testbed/src/a.py has been edited.
# modify src/a.py
-old
+new
★ first edit of gold file src/a.py
`);
  });

  test("with reasoning dimmed, marks, and what each step cost", async () => {
    const text = await trajectoryText(
      stored({
        steps: [
          {
            source: "agent",
            text: "Done.",
            reasoning: "Hm.\nYes.",
            marks: ["subagent"],
            usage: { promptTokens: 1234, completionTokens: 5, cachedTokens: 1000, costUsd: 0.0123456 },
            seconds: 2.25,
          },
        ],
      }),
      { isFull: false, colours: true },
    );
    expect(text).toContain("\u001b[2mHm.\u001b[0m\n\u001b[2mYes.\u001b[0m\nDone.");
    expect(text).toContain("[subagent]");
    expect(text).toContain("1,234 tokens in (1,000 cached), 5 out, $0.01235, 2.3 s");
  });

  test("in part when turns are named", async () => {
    const text = await trajectoryText(stored(), { isFull: false, colours: false, turns: { from: 2, to: 2 } });
    expect(text).toContain("── turn 2 ──");
    expect(text).not.toMatch(/turn 1 ──|── user/);
  });
});

test.each([
  ["3..7", { from: 3, to: 7 }],
  ["3..", { from: 3, to: Number.POSITIVE_INFINITY }],
  ["..7", { from: 0, to: 7 }],
  ["3", { from: 3, to: 3 }],
])("the range %s of turns is read", (text, expected) => {
  expect(parseTurnRange(text)).toEqual(expected);
});

test.each(["", "..", "7..3", "a", "1-3", "-1"])("%j is no range of turns", (text) => {
  expect(() => parseTurnRange(text)).toThrowError(/no range of turns/);
});

test("a step that is no turn belongs to the turn before it", () => {
  const { steps } = aTrajectory({
    steps: [
      { source: "user", text: "a" },
      { source: "agent", text: "b" },
      { source: "user", text: "c" },
      { source: "agent", text: "d" },
    ],
  });
  const texts = (from: number, to: number) => stepsOfTurns(steps, { from, to }).map(({ text }) => text);
  expect(texts(0, 0)).toEqual(["a"]);
  expect(texts(1, 1)).toEqual(["b", "c"]);
  expect(texts(2, 9)).toEqual(["d"]);
});

describe("an edit is shown", () => {
  const edit = {
    path: "a.py",
    kind: "modify",
    oldPath: null,
    oldText: "1\n2\n3\n4\n5\n6\n7\n8\n",
    newText: "1\n2\n3\nfour\n5\n6\n7\n8\n",
    succeeded: true,
    via: "tool",
    functions: ["A.f"],
  } as const;

  test("as a diff with a little context", () => {
    expect(editLines({ ...edit, functions: ["A.f"] }, false, painter(false))).toEqual([
      "# modify a.py in A.f",
      " 2",
      " 3",
      "-4",
      "+four",
      " 5",
      " 6",
      "…",
    ]);
  });

  test("as refused when it was", () => {
    expect(editLines({ ...edit, functions: [], succeeded: false }, false, painter(false))[0]).toBe(
      "# modify a.py (refused)",
    );
  });

  test("folded when it is long, unless all is wanted", () => {
    const long = { ...edit, functions: [], oldText: null, newText: "x\n".repeat(100) };
    expect(editLines(long, false, painter(false))).toHaveLength(62);
    expect(editLines(long, true, painter(false))).toHaveLength(101);
  });
});

test("a long text is folded in the middle, a long line at its end", () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  expect(foldedText(lines.join("\n"), false).split("\n")).toEqual([
    ...lines.slice(0, 6),
    "… 8 more lines …",
    ...lines.slice(-6),
  ]);
  expect(foldedText(lines.join("\n"), true)).toBe(lines.join("\n"));
  expect(foldedText("x".repeat(1500), false)).toBe(`${"x".repeat(1000)}… 500 more characters`);
});

test("control codes of a log do not reach the terminal", () => {
  expect(foldedText("\u001b[31mred\u001b[0m \u001b]0;title\u0007bell\u0007 a\tb\r\nc", true)).toBe("red bell� a\tb\nc");
});

test("a usage that is not known gives an empty line", () => {
  expect(usageLine(null, null)).toBe("");
});

describe("a pager is used", () => {
  test("when it is there, and left early without harm", async () => {
    expect(await pageText("x\n".repeat(200_000), { ...process.env, PAGER: "head -c 1 >/dev/null" })).toBe(true);
  });

  test("but not when it is cat, empty or missing", async () => {
    for (const PAGER of ["cat", "", "no-such-pager-at-all 2>/dev/null"]) {
      expect(await pageText("x", { ...process.env, PAGER })).toBe(false);
    }
  });
});
