import fc from "fast-check";
import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { keyStrokes } from "./key-strokes.ts";
import { terminalBench } from "./terminal-bench.ts";
import { terminalText } from "./terminal-text.ts";

describeFormat(terminalBench, new URL("./fixtures/", import.meta.url), {
  under: "runs/hello-world",
  malformed: [{ record: 1, names: "expected" }],
  leavesOut: [
    { path: /^$/, reason: "Python's lists of keys, which the calls hold, and the controls of the terminal" },
    { path: /^\[\d+\]/, reason: "recordings of the terminal, whose text the log has" },
    { path: /^agent_(?:started|ended)_at$/, reason: "the run's seconds" },
  ],
});

test.each([
  ["['clear', 'Enter']", ["clear", "Enter"]],
  [`["it's", 'a \\'b\\'', '\\x03', 'tab\\t']`, ["it's", "a 'b'", "\x03", "tab\t"]],
  ["[]", []],
  ["ls -l", ["ls -l"]],
  ["['a', 1]", ["['a', 1]"]],
])("the keys of %s", (line, keys) => {
  expect(keyStrokes(line)).toEqual(keys);
});

test("texts without controls come back as Python prints them", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "'", '"', "\\", "\n", "\t", " ", "ü") });
  const python = (value: string) =>
    `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}'`;
  fc.assert(
    fc.property(fc.array(text), (keys) => {
      expect(keyStrokes(`[${keys.map(python).join(", ")}]`)).toEqual(keys);
    }),
  );
});

const trial = (more: object = {}) => ({
  trial_name: "t.1-of-1",
  task_id: "t",
  is_resolved: true,
  parser_results: {},
  failure_mode: "unset",
  ...more,
});

test("a run's results are one trajectory for each trial, the same as the trial's folder gives", () => {
  const results = [trial({ trial_name: "t.1-of-2" }), trial({ trial_name: "t.2-of-2" })];
  const pieces = terminalBench.piecesOf({ results, accuracy: 1 });
  const groups = pieces.map((piece) => terminalBench.groupOf(piece, { path: "a/run/results.json" }));
  expect(groups).toEqual(["a/run/t/t.1-of-2", "a/run/t/t.2-of-2"]);
  expect(terminalBench.groupOf("x", { path: "a/run/t/t.1-of-2/sessions/agent.log" })).toBe(groups[0]);
  expect(terminalBench.groupOf(trial(), { path: "b/run/t/t.1-of-2/results.json" })).not.toBe(groups[0]);
});

test("lines of a terminal's recording are passed over", () => {
  const path = "run/t/t.1-of-1/sessions/agent.cast";
  expect(terminalBench.matches([0.5, "o", "hi"], { path })).toBe(true);
  expect(terminalBench.groupOf([0.5, "o", "hi"], { path })).toBe("");
});

test.each([
  [{ is_resolved: null, failure_mode: "test_timeout" }, [false, "test-timeout"], "healthy"],
  [{ is_resolved: null, failure_mode: "parse_error" }, [false, "evaluation-error"], "healthy"],
  [{ is_resolved: false, failure_mode: "agent_timeout" }, [false, "unresolved"], "timeout"],
  [{ is_resolved: false, failure_mode: "agent_installation_failed" }, [null, "install-failure"], "infra"],
  [{ is_resolved: null, failure_mode: "unset" }, undefined, "healthy"],
])("%j is the run's fault only where it is", (more, verdict, health) => {
  const { trajectory, outcome } = terminalBench.read([trial(more)], { path: "run/results.json" });
  expect(outcome === null ? undefined : [outcome.resolved, outcome.reason]).toEqual(verdict);
  expect(trajectory.health).toBe(health);
});

test("what the harness types is not trained on, and says which model the agent was started with", () => {
  const commands = [
    "['source /installed-agent/setup-env.sh', 'Enter']",
    "['python3 -m venv x && mini -m anthropic/claude-x -t \\'do it\\'', 'Enter']",
  ].join("\n");
  const path = "20250825_mini_claude/run/t/t.1-of-1/commands.txt";
  const { trajectory } = terminalBench.read([commands], { path });
  expect(trajectory.steps.map((step) => [step.turn, step.marks])).toEqual([
    [null, ["synthetic"]],
    [null, ["synthetic"]],
  ]);
  expect([trajectory.agent.name, trajectory.model]).toEqual(["mini", "anthropic/claude-x"]);
});

test("a terminal's text is what is left of each line", () => {
  const code = String.fromCharCode(27);
  expect(terminalText(`${code}]0;title${String.fromCharCode(7)}a${code}[31mb${code}[0m\r\n1%\r2%\nabd\bc\n`)).toBe(
    "ab\n2%\nabc\n",
  );
});

test.each([
  ['Sure:\n```json\n{"analysis": "a", "commands": [{"keystrokes": "ls\\n"}]}\n```', "a", ["bash"]],
  ["no commands at all", "no commands at all", []],
  ["{not json}", "{not json}", []],
])("an answer of Terminus, %j, is a turn", (answer, text, calls) => {
  const path = "run/t/t.1-of-1/agent-logs/episode-0/response.txt";
  const { steps } = terminalBench.read([answer], { path }).trajectory;
  expect(steps.map((step) => [step.text, step.toolCalls.map(({ name }) => name)])).toEqual([[text, calls]]);
});
