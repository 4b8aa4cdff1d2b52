import { expect, test } from "vitest";
import { sightingsIn } from "./sightings.ts";

const bash = (command: string) => ({ id: "1", name: "bash", arguments: { command } });

test.each<[string, string, ReturnType<typeof bash> | null, unknown[]]>([
  [
    "SWE-agent's window",
    "[File: /testbed/a.py (9 lines total)]\r\n(3 more lines above)\r\n4:def f():\r\n5:    x\r\n(4 more lines below)\r\n",
    null,
    [{ path: "/testbed/a.py", first: 4, lines: ["def f():", "    x"] }],
  ],
  [
    "an editor's listing",
    "Here's the result of running `cat -n` on /testbed/a.py:\n     1\tx\n     2\t\n     7\ty\n",
    null,
    [
      { path: "/testbed/a.py", first: 1, lines: ["x", ""] },
      { path: "/testbed/a.py", first: 7, lines: ["y"] },
    ],
  ],
  [
    "the snippet after an edit",
    "The file /a.py has been edited. Here's the result of running `cat -n` on a snippet of /a.py:\n     3\tx\nReview the changes",
    null,
    [{ path: "/a.py", first: 3, lines: ["x"] }],
  ],
  [
    "Claude Code's lines",
    "     1→a\n     2→b",
    { id: "1", name: "Read", arguments: { file_path: "a.py" } } as never,
    [{ path: "a.py", first: 1, lines: ["a", "b"] }],
  ],
  [
    "lines printed by sed",
    "x\ny\nrest",
    bash("cd /testbed && sed -n '10,11p' a.py"),
    [{ path: "a.py", first: 10, lines: ["x", "y"] }],
  ],
  [
    "numbered lines printed by nl",
    "    10\tx\n    11\ty",
    bash("nl -ba a.py | sed -n '10,11p'"),
    [{ path: "a.py", first: 10, lines: ["x", "y"] }],
  ],
  [
    "lines found by grep",
    "10:x\n12:y",
    bash('grep -n "x" a.py'),
    [
      { path: "a.py", first: 10, lines: ["x"] },
      { path: "a.py", first: 12, lines: ["y"] },
    ],
  ],
  [
    "a whole file",
    "<returncode>0</returncode>\n<output>\nx\ny\n</output>",
    bash("cat a.py"),
    [{ path: "a.py", first: 1, lines: ["x", "y", ""] }],
  ],
  ["the output of another program", "x", bash("ls"), []],
])("%s", (_, observation, call, expected) => {
  expect(sightingsIn(observation, call)).toEqual(expected);
});
