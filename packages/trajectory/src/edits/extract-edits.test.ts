import { beforeAll, describe, expect, test } from "vitest";
import type { Edit } from "../edit.ts";
import type { Observation, Step, ToolCall } from "../step.ts";
import { Trajectory } from "../trajectory.ts";
import { extractEdits } from "./extract-edits.ts";
import { loadShellParser, type ShellParser } from "./shell/shell-parser.ts";

let parser: ShellParser;
beforeAll(async () => {
  parser = await loadShellParser();
});

interface Turn {
  readonly call: Pick<ToolCall, "name" | "arguments">;
  readonly reply?: Partial<Observation> | null;
  readonly edits?: readonly Partial<Edit>[];
  readonly step?: Partial<Step>;
}

const edit = (given: Partial<Edit>): Edit => ({
  path: "pkg/a.py",
  kind: "modify",
  oldPath: null,
  oldText: null,
  newText: null,
  succeeded: true,
  via: "tool",
  functions: [],
  ...given,
});

function run(turns: readonly Turn[], given: Partial<Trajectory> = {}): Trajectory {
  const steps = turns.map(
    ({ call, reply = {}, edits = [], step = {} }, at): Step => ({
      index: at,
      source: "agent",
      turn: at + 1,
      text: "",
      reasoning: null,
      toolCalls: [{ id: "call-1", ...call }],
      observations: reply === null ? [] : [{ callId: "call-1", content: "", isError: null, exitCode: 0, ...reply }],
      edits: edits.map(edit),
      marks: [],
      timestamp: null,
      model: null,
      usage: null,
      seconds: null,
      workingDirectory: null,
      extra: {},
      ...step,
    }),
  );
  return Trajectory.parse({
    schemaVersion: "memop-trajectory-1",
    taskId: null,
    agent: { name: "test", version: null },
    model: null,
    limits: { turns: null, costUsd: null, seconds: null },
    seed: null,
    exitStatus: null,
    health: "healthy",
    finalPatch: null,
    usage: { promptTokens: null, completionTokens: null, cachedTokens: null, costUsd: null, seconds: null },
    tools: null,
    steps,
    extra: {},
    ...given,
  });
}

const shell = (command: string, reply: Partial<Observation> | null = {}, step: Partial<Step> = {}): Turn => ({
  call: { name: "bash", arguments: { command } },
  reply,
  step,
});
const extract = (turns: readonly Turn[], given: Partial<Trajectory> = {}) =>
  extractEdits(run(turns, given), parser).map((each) => [
    each.turn,
    each.edit.kind,
    each.edit.path,
    each.edit.succeeded,
    each.edit.functions,
  ]);

const listing = (first: number, ...lines: readonly string[]) =>
  `Here's the result of running \`cat -n\` on /testbed/pkg/a.py:\n${lines.map((line, at) => `     ${first + at}\t${line}`).join("\n")}`;

describe("the edits of a run", () => {
  test("are those of its tools and of its shell, in order, each with its turn", () => {
    expect(
      extract([
        shell("cd /testbed && ls"),
        {
          call: { name: "str_replace_editor", arguments: {} },
          edits: [{ path: "pkg/b.py", oldText: "x", newText: "y" }],
        },
        shell("sed -i 's/a/b/' pkg/a.py"),
        shell("sed -i 's/a/b/' missing.py", { content: "sed: can't read missing.py: No such file", exitCode: 2 }),
      ]),
    ).toEqual([
      [2, "modify", "pkg/b.py", true, []],
      [3, "modify", "pkg/a.py", true, []],
      [4, "modify", "missing.py", false, []],
    ]);
  });

  test("include what an apply_patch tool changes, unless its reader has said it", () => {
    const input = "*** Begin Patch\n*** Update File: pkg/a.py\n@@ def f():\n     x\n-    y\n+    z\n*** End Patch";
    const call = { name: "apply_patch", arguments: { input } };
    expect(extract([{ call }])).toEqual([[1, "modify", "pkg/a.py", true, ["f"]]]);
    expect(extract([{ call, edits: [{}] }])).toHaveLength(1);
    expect(extractEdits(run([{ call }]), parser)[0]?.edit.via).toBe("tool");
  });

  test("leave out steps that are no turns, but count a subagent's for the turn before it", () => {
    expect(
      extract([
        shell("ls"),
        shell("rm a.py", {}, { turn: null, marks: ["demonstration"] }),
        shell("rm b.py", {}, { turn: null, marks: ["subagent"] }),
      ]),
    ).toEqual([[1, "delete", "b.py", true, []]]);
  });

  test("take relative paths from the step's working directory", () => {
    expect(extract([shell("rm a.py", {}, { workingDirectory: "/testbed/pkg" })])).toEqual([
      [1, "delete", "pkg/a.py", true, []],
    ]);
  });

  test("follow a directory from command to command only where the shell stays open", () => {
    const turns = [shell("cd /testbed/pkg"), shell("rm a.py")];
    expect(extract(turns)[0]?.[2]).toBe("pkg/a.py");
    expect(extract(turns, { agent: { name: "mini-swe-agent", version: null } })[0]?.[2]).toBe("a.py");
  });
});

describe("the functions of an edit", () => {
  const functions = (turns: readonly Turn[], given: Partial<Trajectory> = {}) =>
    extractEdits(run(turns, given), parser).at(-1)?.edit.functions;
  const view = (...args: Parameters<typeof listing>): Turn => ({
    call: { name: "view", arguments: {} },
    reply: { content: listing(...args) },
  });

  test("are those that its reader gave", () => {
    expect(
      functions([
        { call: { name: "e", arguments: {} }, edits: [{ functions: ["A.f"], newText: "def g():\n    pass" }] },
      ]),
    ).toEqual(["A.f"]);
  });

  test("of a created file are all that it defines", () => {
    const newText = "class A:\n    def f(self):\n        pass\n\ndef g():\n    pass\n";
    expect(functions([{ call: { name: "e", arguments: {} }, edits: [{ kind: "create", newText }] }])).toEqual([
      "A.f",
      "g",
    ]);
  });

  test("are those that its own texts show around what changes", () => {
    const change = { oldText: "def f():\n    a\n\ndef g():\n    b", newText: "def f():\n    a\n\ndef g():\n    c" };
    expect(functions([{ call: { name: "e", arguments: {} }, edits: [change] }])).toEqual(["g"]);
  });

  test("come from lines seen before it", () => {
    const turns = [
      view(5, "class A:", "    def f(self):", "        a = 1", "        return a"),
      shell("sed -i 's/return a/return b/' /testbed/pkg/a.py"),
    ];
    expect(functions(turns)).toEqual(["A.f"]);
  });

  test("come from the lines that the command names by number", () => {
    const turns = [view(5, "def f():", "    a = 1", "def g():", "    b = 1"), shell("sed -i '6d' /testbed/pkg/a.py")];
    expect(functions(turns)).toEqual(["f"]);
  });

  test("follow lines that an earlier edit moved", () => {
    const turns = [
      view(1, "import a", "def f():", "    x", "def g():", "    x"),
      { call: { name: "e", arguments: {} }, edits: [{ oldText: "import a", newText: "import a\nimport b\nimport c" }] },
      shell("sed -i '7d' /testbed/pkg/a.py"),
    ];
    expect(functions(turns)).toEqual(["g"]);
  });

  test("come from the window that shows the edit done", () => {
    const content =
      "[File: /testbed/pkg/a.py (9 lines total)]\n(3 more lines above)\n4:def f():\n5:    y = 2\n(4 more lines below)";
    const turns = [
      {
        call: { name: "edit", arguments: { command: "edit 5:5\n    y = 2\nend_of_edit" } },
        reply: { content },
        edits: [{ newText: "    y = 2" }],
      },
    ];
    expect(functions(turns)).toEqual(["f"]);
  });

  test("come from the final patch's hunks that hold its lines", () => {
    const finalPatch =
      "--- a/pkg/a.py\n+++ b/pkg/a.py\n@@ -1,2 +1,2 @@ def f():\n     x\n-    yyy\n+    zzz\n@@ -9,2 +9,2 @@ def g():\n     x\n-    old\n+    new\n";
    const change = { oldText: "    yyy", newText: "    zzz" };
    expect(functions([{ call: { name: "e", arguments: {} }, edits: [change] }], { finalPatch })).toEqual(["f"]);
    expect(functions([shell("python - <<'PY'\nopen('pkg/a.py','w').write(x)\nPY")], { finalPatch })).toEqual([
      "f",
      "g",
    ]);
  });

  test("are none when nothing tells, and none for a revert", () => {
    expect(functions([shell("sed -i 's/a/b/' pkg/a.py")])).toEqual([]);
    expect(functions([view(1, "def f():", "    x"), shell("cd /testbed; git checkout pkg/a.py")])).toEqual([]);
  });

  test("name a function once, with its class", () => {
    const turns = [
      view(5, "class A:", "    def f(self):", "        a = 1"),
      {
        call: { name: "e", arguments: {} },
        edits: [{ oldText: "    def f(self):\n        a = 1", newText: "    def f(self):\n        a = 2" }],
      },
    ];
    expect(functions(turns)).toEqual(["A.f"]);
  });
});
