import fc from "fast-check";
import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { keyStrokes } from "./key-strokes.ts";
import { terminalBench } from "./terminal-bench.ts";

describeFormat(terminalBench, new URL("./fixtures/", import.meta.url), {
  under: "runs/hello-world",
  malformed: [{ record: 1, names: "expected" }],
  leavesOut: [
    { path: /^$/, reason: "Python's lists of keys, which the calls hold, and recordings" },
    { path: /^\[\d+\]/, reason: "recordings of the terminal, whose text the log has" },
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

test("a run's results are one trajectory for each trial", () => {
  const trial = (name: string) => ({ trial_name: name, task_id: "hello-world", is_resolved: true, parser_results: {} });
  const run = { results: [trial("hello-world.1-of-2.r"), trial("hello-world.2-of-2.r")], accuracy: 1 };
  const pieces = terminalBench.piecesOf(run);
  expect(pieces.map((piece) => terminalBench.groupOf(piece, { path: "results.json" }))).toEqual([
    "hello-world.1-of-2.r",
    "hello-world.2-of-2.r",
  ]);
});
