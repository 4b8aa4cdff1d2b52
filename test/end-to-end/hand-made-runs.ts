/** One turn of a hand-made run: a shell command and what came back. */
export interface HandMadeTurn {
  readonly command: string;
  readonly output?: string;
  readonly code?: number;
}

/** A gold patch, a run against it, and the ten values worked out by hand. */
export interface HandMadeRun {
  readonly title: string;
  readonly goldPatch: string;
  readonly turns: readonly HandMadeTurn[];
  /** Null: no outcome is known. */
  readonly resolved: boolean | null;
  /** LA file 1, all, func 1, all; LE file 1, all, func 1, all; SR; E_resolve. At a budget of 20 turns. */
  readonly expected: readonly (number | null)[];
}

const look: HandMadeTurn = { command: "grep -rn parse src", output: "src/a.py:1:def parse(text):" };
const ran: HandMadeTurn = { command: "python -m pytest -q", output: "1 failed", code: 1 };

/** A hunk in one function of one file. */
function hunk(file: string, name: string, from = 10): string {
  return `diff --git a/${file} b/${file}
--- a/${file}
+++ b/${file}
@@ -${from},4 +${from},4 @@ class Reader:
 def ${name}(text):
     value = text
-    return value
+    return value.strip()
 
`;
}

const oneFunction = hunk("src/a.py", "parse");
const twoFiles = hunk("src/a.py", "parse") + hunk("src/b.py", "load");
const moduleLevel = `diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -1,3 +1,3 @@
 import os
-LIMIT = 1
+LIMIT = 2
 NAME = "a"
`;
const renamed = `diff --git a/src/old.py b/src/new.py
similarity index 90%
rename from src/old.py
rename to src/new.py
--- a/src/old.py
+++ b/src/new.py
@@ -1,3 +1,3 @@
 def parse(text):
-    return text
+    return text.strip()
 
`;

const sedA: HandMadeTurn = { command: "sed -i 's/return value$/return value.strip()/' src/a.py" };
const writeParse: HandMadeTurn = {
  command: "cat > src/a.py <<'EOF'\ndef parse(text):\n    value = text\n    return value.strip()\nEOF",
};
const writeLoad: HandMadeTurn = {
  command: "cat > src/b.py <<'EOF'\ndef load(text):\n    value = text\n    return value.strip()\nEOF",
};

/** Twenty runs. Turn numbers count from 1; LE = 100 · (20 − turn) / 20. */
export const handMadeRuns: readonly HandMadeRun[] = [
  {
    title: "written through a heredoc at turn 2",
    goldPatch: oneFunction,
    turns: [look, writeParse, ran],
    resolved: false,
    // Turn 2: (20 - 2) / 20 = 90.
    expected: [100, 100, 100, 100, 90, 90, 90, 90, 0, 0],
  },
  {
    title: "nothing but looking: viewing is not locating",
    goldPatch: oneFunction,
    turns: [look, { command: "cat src/a.py", output: "def parse(text):" }, ran],
    resolved: false,
    expected: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  },
  {
    title: "resolved after 3 turns, edited at turn 1",
    goldPatch: oneFunction,
    turns: [writeParse, ran, look],
    resolved: true,
    // (20 - 1) / 20 = 95; (20 - 3) / 20 = 85.
    expected: [100, 100, 100, 100, 95, 95, 95, 95, 100, 85],
  },
  {
    title: "resolved without an edit that can be read: located at the last turn",
    goldPatch: oneFunction,
    turns: [look, look, look, { command: "./fix.sh", output: "ok" }],
    resolved: true,
    // N = 4: (20 - 4) / 20 = 80 everywhere.
    expected: [100, 100, 100, 100, 80, 80, 80, 80, 100, 80],
  },
  {
    title: "an edit that failed locates nothing",
    goldPatch: oneFunction,
    turns: [{ ...writeParse, output: "bash: src/a.py: No such file or directory", code: 1 }, ran],
    resolved: false,
    expected: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  },
  {
    title: "refused first, accepted at turn 3",
    goldPatch: oneFunction,
    turns: [{ ...writeParse, output: "Permission denied", code: 1 }, look, writeParse],
    resolved: false,
    // (20 - 3) / 20 = 85.
    expected: [100, 100, 100, 100, 85, 85, 85, 85, 0, 0],
  },
  {
    title: "one of two files",
    goldPatch: twoFiles,
    turns: [look, writeLoad],
    resolved: false,
    // Turn 2 for one of two: half of them; first 90, all 0.
    expected: [100, 50, 100, 50, 90, 0, 90, 0, 0, 0],
  },
  {
    title: "both files, at turns 2 and 5",
    goldPatch: twoFiles,
    turns: [look, writeLoad, look, look, writeParse],
    resolved: false,
    // First (20 - 2) / 20 = 90, all (20 - 5) / 20 = 75.
    expected: [100, 100, 100, 100, 90, 75, 90, 75, 0, 0],
  },
  {
    title: "both files in one turn",
    goldPatch: twoFiles,
    turns: [look, look, look, { command: `${writeParse.command}\n${writeLoad.command}` }],
    resolved: false,
    // Turn 4: 80.
    expected: [100, 100, 100, 100, 80, 80, 80, 80, 0, 0],
  },
  {
    title: "resolved with one of two files read: the other is located at the last turn",
    goldPatch: twoFiles,
    turns: [writeParse, look, look, look, look],
    resolved: true,
    // First turn 1: 95; all N = 5: 75; (20 - 5) / 20 = 75.
    expected: [100, 100, 100, 100, 95, 75, 95, 75, 100, 75],
  },
  {
    title: "a gold patch at module level has no gold function: the function metrics are null",
    goldPatch: moduleLevel,
    turns: [{ command: "sed -i 's/LIMIT = 1/LIMIT = 2/' src/a.py" }],
    resolved: false,
    // Turn 1: 95.
    expected: [100, 100, null, null, 95, 95, null, null, 0, 0],
  },
  {
    title: "a renamed gold file counts under its old name",
    goldPatch: renamed,
    turns: [
      look,
      { command: "cat > src/old.py <<'EOF'\ndef parse(text):\n    return text.strip()\nEOF" },
      { command: "git mv src/old.py src/new.py" },
    ],
    resolved: false,
    // Turn 2 for file and function: 90.
    expected: [100, 100, 100, 100, 90, 90, 90, 90, 0, 0],
  },
  {
    title: "an edit of another file locates nothing",
    goldPatch: oneFunction,
    turns: [{ command: "sed -i 's/a/b/' src/c.py" }, { command: "echo done > notes.txt" }],
    resolved: false,
    expected: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  },
  {
    title: "a later revert does not take the location back",
    goldPatch: oneFunction,
    turns: [writeParse, { command: "git checkout -- src/a.py" }, look],
    resolved: false,
    expected: [100, 100, 100, 100, 95, 95, 95, 95, 0, 0],
  },
  {
    title: "cd is followed, and a path below the repository's root is found",
    goldPatch: oneFunction,
    turns: [look, { command: "cd /testbed/src && cat > a.py <<'EOF'\ndef parse(text):\n    return text.strip()\nEOF" }],
    resolved: false,
    expected: [100, 100, 100, 100, 90, 90, 90, 90, 0, 0],
  },
  {
    title: "the right file but another function",
    goldPatch: oneFunction,
    turns: [{ command: "cat >> src/a.py <<'EOF'\ndef helper(text):\n    return text\nEOF" }],
    resolved: false,
    // File at turn 1: 95; the function never: 0.
    expected: [100, 100, 0, 0, 95, 95, 0, 0, 0, 0],
  },
  {
    title: "an unknown outcome leaves SR and E null, localization counts",
    goldPatch: oneFunction,
    turns: [look, writeParse],
    resolved: null,
    expected: [100, 100, 100, 100, 90, 90, 90, 90, null, null],
  },
  {
    title: "more turns than the budget are counted as the budget",
    goldPatch: oneFunction,
    turns: [...Array.from({ length: 22 }, () => look), writeParse],
    resolved: true,
    // Located at turn 23, N = 23: both clamp to 20, so 0.
    expected: [100, 100, 100, 100, 0, 0, 0, 0, 100, 0],
  },
  {
    title: "a script of Python that rewrites the file",
    goldPatch: oneFunction,
    turns: [
      look,
      look,
      {
        command: `python3 - <<'PY'
from pathlib import Path
p = Path("src/a.py")
p.write_text(p.read_text().replace("def parse(text):\\n    value = text", "def parse(text):\\n    value = text.strip()"))
PY`,
      },
    ],
    resolved: false,
    // Turn 3: 85.
    expected: [100, 100, 100, 100, 85, 85, 85, 85, 0, 0],
  },
  {
    title: "only a line of the file is replaced: the run had shown which function it is in",
    goldPatch: oneFunction,
    turns: [
      {
        command: "cat src/a.py",
        output: "def parse(text):\n    value = text\n    return value\n\ndef other():\n    pass\n",
      },
      sedA,
    ],
    resolved: false,
    expected: [100, 100, 100, 100, 90, 90, 90, 90, 0, 0],
  },
];

/** A run in mini-swe-agent's layout 1.1. */
export function toMiniSweAgent(id: string, turns: readonly HandMadeTurn[]): unknown {
  const messages: unknown[] = [
    { role: "system", content: "You fix bugs." },
    { role: "user", content: "parse keeps blanks" },
  ];
  for (const [at, { command, output = "", code = 0 }] of turns.entries()) {
    const callId = `call_${at}`;
    const call = { id: callId, type: "function", function: { name: "bash", arguments: JSON.stringify({ command }) } };
    messages.push({
      role: "assistant",
      content: `step ${at}`,
      tool_calls: [call],
      extra: { actions: [{ command, tool_call_id: callId }] },
    });
    messages.push({
      role: "tool",
      tool_call_id: callId,
      content: `<returncode>${code}</returncode>\n<output>\n${output}\n</output>`,
      extra: { raw_output: output, returncode: code, exception_info: null },
    });
  }
  messages.push({ role: "exit", content: "", extra: { exit_status: "Submitted", submission: "" } });
  const config = { agent: { step_limit: 0, cost_limit: 0 }, model: { model_name: "hand" } };
  const info = {
    exit_status: "Submitted",
    submission: "",
    model_stats: { instance_cost: 0, api_calls: turns.length },
    config,
  };
  return { info, messages, trajectory_format: "mini-swe-agent-1.1", instance_id: id };
}
