import { beforeAll, describe, expect, test } from "vitest";
import { loadShellParser, type ShellParser } from "./shell-parser.ts";

let parser: ShellParser;
beforeAll(async () => {
  parser = await loadShellParser();
});

const argvs = (script: string) => parser.read(script, { directory: "" }).executions.map(({ argv }) => argv);

describe("words", () => {
  test.each<[string, (string | null)[]]>([
    ["a b\\ c 'd e' \"f g\"", ["a", "b c", "d e", "f g"]],
    ["a 'x'\\''y' $'t\\tu' \"q\\\"r\"", ["a", "x'y", "t\tu", 'q"r']],
    ["X=1; a $X \"$X-2\" $Y '$X'", ["a", "1", "1-2", null, "$X"]],
    ['a "pre $(date) post" `date` *.py b[0]', ["a", null, null, null, "b[0]"]],
    ["a \"$(cat <<'EOF'\nx\ny\nEOF\n)\"", ["a", "x\ny"]],
    ["/usr/bin/env FOO=1 python3.11 -c x", ["python3.11", "-c", "x"]],
    ["sudo -E timeout -k 5 60 a b", ["60", "a", "b"]],
    ["poetry run python a.py", ["python", "a.py"]],
    ["uv run --frozen python a.py", ["python", "a.py"]],
  ])("%j", (script, expected) => expect(argvs(script).at(-1)).toEqual(expected));
});

test("a directory is followed, not out of a subshell", () => {
  const { executions, directory } = parser.read("cd /a && x; (cd b; y); z", { directory: "/r" });
  expect(executions.map((each) => [each.argv[0], each.directory])).toEqual([
    ["x", "/a"],
    ["y", "/a/b"],
    ["z", "/a"],
  ]);
  expect(directory).toBe("/a");
});

test("only the last command gives the script its status", () => {
  expect(parser.read("a && b; c | d", { directory: "" }).executions.map(({ isLast }) => isLast)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test("a here-document is the input of the last command before it", () => {
  const { executions } = parser.read("a && b <<'X' > f && c\n  text\nX\nd", { directory: "" });
  expect(executions.map(({ argv, stdin, outputs }) => [argv[0], stdin, outputs.length])).toEqual([
    ["a", null, 0],
    ["b", "  text\n", 1],
    ["c", null, 0],
    ["d", null, 0],
  ]);
});

test("what echo and cat print is the input of what they are piped into", () => {
  const { executions } = parser.read("echo hi | a; cat <<E | b\nx\nE\nls | c", { directory: "" });
  expect(executions.filter(({ argv }) => /^[abc]$/.test(argv[0] ?? "")).map(({ stdin }) => stdin)).toEqual([
    "hi\n",
    "x\n",
    null,
  ]);
});

test("a loop runs once for each word, and once with an unknown word where they are not known", () => {
  expect(argvs("for x in 1 2; do a $x; done; for y in $(ls); do b $y; done")).toEqual([
    ["a", "1"],
    ["a", "2"],
    ["b", null],
  ]);
});

test("the parser is loaded once", async () => {
  expect(await loadShellParser()).toBe(parser);
});
