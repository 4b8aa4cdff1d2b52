import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeGitRepository } from "@memop/trajectory/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runJson, runMemop } from "../run-memop.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-tasks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = "def f(x):\n    return x - 1\n";
const about = { sessionId: "s1", cwd: "/home/annabel/tool", gitBranch: "main" };
const at = (second: number) => `2024-02-10T10:00:0${second}.000Z`;

beforeAll(() => {
  const { commit } = makeGitRepository(join(folder, "repos/tool"));
  commit({ "a.py": text }, "2024-02-01T00:00:00Z");
  commit({ "a.py": text.replace("-", "+") }, "2024-02-11T00:00:00Z");
  const command = "cd /home/annabel/tool && sed -i 's/x - 1/x + 1/' a.py";
  const lines = [
    { type: "user", uuid: "1", parentUuid: null, message: { role: "user", content: "f subtracts" } },
    {
      type: "assistant",
      uuid: "2",
      parentUuid: "1",
      message: {
        id: "m",
        role: "assistant",
        model: "m",
        content: [{ type: "tool_use", id: "t", name: "Bash", input: { command } }],
      },
    },
    {
      type: "user",
      uuid: "3",
      parentUuid: "2",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "" }] },
    },
  ];
  const session = lines.map((line, second) => JSON.stringify({ ...line, ...about, timestamp: at(second) }));
  writeFileSync(join(folder, "session.jsonl"), `${session.join("\n")}\n`);
});

const from = (...more: string[]) => ["tasks", "from-git", "session.jsonl", "--repos", "repos", ...more];

test("a session gets its task, its outcome and its score card", async () => {
  const result = await runJson(from("--out", "ws", "--test", "grep -q 'x + 1' a.py"), { workingFolder: folder });
  expect(result).toMatchObject({
    ...{ used: 1, tasks: 1, repositories: 1, baseCommits: 1, goldPatches: 1, finalPatches: 1, outcomes: 1 },
    missing: {},
  });
  await runJson(["score", "ws", "--budget", "10", "--repos", "repos"], { workingFolder: folder });
  const query = "select la_file_1, la_func_1, sr, functions_from from scores";
  expect(await runJson(["sql", "ws", query], { workingFolder: folder })).toEqual([
    { la_file_1: 100, la_func_1: 100, sr: 100, functions_from: "source" },
  ]);
});

test("what is missing is said with its reason, in the output and in the table", async () => {
  const { out } = await runMemop([...from("--out", "ws-2")], { workingFolder: folder });
  expect(out).toContain("(no-test-command)");
  const missing = await runJson<{ missing: object }>(from("--out", "ws-2"), { workingFolder: folder });
  expect(missing.missing).toEqual({ "outcome: no-test-command": 1 });
  const [row] = await runJson<{ derivation_json: string }[]>(["sql", "ws-2", "select derivation_json from tasks"], {
    workingFolder: folder,
  });
  expect(JSON.parse(row?.derivation_json ?? "{}")).toMatchObject({ outcome: { reason: "no-test-command" } });
});

test("names are replaced after everything was derived", async () => {
  const result = await runMemop(from("--out", "ws-3", "--json", "--pseudonymize", "--salt-file", "salt"), {
    workingFolder: folder,
  });
  expect(JSON.parse(result.out)).toMatchObject({ baseCommits: 1, goldPatches: 1 });
  const rows = JSON.stringify(await runJson(["sql", "ws-3", "select * from trajectories"], { workingFolder: folder }));
  expect(rows).toMatch(/\/home\/user-[0-9a-f]{8}\/tool/);
  expect(rows).not.toContain("annabel");
});

test("wrong usage says what to do", async () => {
  for (const [argv, message] of [
    [["tasks", "from-svn", "x", "--repos", "repos", "--out", "ws"], 'tasks "from-svn" is not known'],
    [from("--out", "ws", "--repos", "nowhere"), "nowhere is no folder"],
    [from("--out", "ws", "--salt-file", "salt"), "--pseudonymize was not"],
  ] as const) {
    const { code, err } = await runMemop(argv, { workingFolder: folder });
    expect(err).toContain(message);
    expect(code).toBe(2);
  }
});
