import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { editsOfToolCall } from "../formats/edit-tools/edits-of-tool-call.ts";
import { openRepositories, type Repositories } from "../repos/repositories.ts";
import { aTrajectory, makeGitRepository } from "../testing/index.ts";
import { type EditsAtCommit, editsAtCommit } from "./edits-at-commit.ts";
import { extractEdits } from "./extract-edits.ts";
import { loadShellParser } from "./shell/shell-parser.ts";

let root: string;
let repositories: Repositories;
let base: { repo: string; baseCommit: string };
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "memop-edits-"));
  repositories = openRepositories(root);
  const filler = Array.from({ length: 30 }, (_, at) => `        x${at} = ${at}\n`).join("");
  const text = `import os\n\n\nclass A:\n    def f(self):\n${filler}        return 1\n\n    def g(self):\n        return 3\n`;
  const { commit } = makeGitRepository(join(root, "tool"));
  base = { repo: "acme/tool", baseCommit: commit({ "a.py": text, "b.pyx": "def h():\n    pass\n" }) };
});
afterEach(() => {
  repositories.close();
  rmSync(root, { recursive: true, force: true });
});

type Call = string | Readonly<Record<string, unknown>>;

/** A run of one call per turn: a shell command, or the arguments of `str_replace_editor`. */
function runOf(calls: readonly Call[]) {
  return aTrajectory({
    finalPatch: null,
    steps: calls.map((call, at) => {
      const id = `call-${at + 1}`;
      const reply = { callId: id, content: "", isError: false, exitCode: typeof call === "string" ? 0 : null };
      const isShell = typeof call === "string";
      return {
        source: "agent" as const,
        text: "",
        toolCalls: [
          { id, name: isShell ? "bash" : "str_replace_editor", arguments: isShell ? { command: call } : { ...call } },
        ],
        observations: [reply],
        edits: isShell ? [] : editsOfToolCall("str_replace_editor", call, reply),
      };
    }),
  });
}

async function editsOf(calls: readonly Call[], given: Repositories | null = repositories): Promise<EditsAtCommit> {
  return editsAtCommit(runOf(calls), base, given, await loadShellParser());
}

const functions = ({ edits }: EditsAtCommit) => edits.map(({ edit }) => edit.functions.join(" "));

describe("the functions of an edit are found in the sources", () => {
  test.each<[string, Call, string]>([
    ["by text", "sed -i 's/return 1/return 2/' /testbed/a.py", "A.f"],
    ["by line number", "cd /testbed && sed -i '20d' a.py", "A.f"],
    ["by text that many lines hold", "sed -i 's/return/yield/' a.py", "A.f A.g"],
    ["of a tool", { command: "str_replace", path: "/testbed/a.py", old_str: "return 3", new_str: "return 4" }, "A.g"],
    ["of an insertion", { command: "insert", path: "/testbed/a.py", insert_line: 20, new_str: "        y = 1" }, "A.f"],
    [
      "of a program",
      "python - <<'E'\np='a.py'\ns=open(p).read()\nopen(p,'w').write(s.replace('return 1','return 5'))\nE",
      "A.f",
    ],
    ["at the end of the file", "cat >> a.py <<'E'\n\n\ndef new():\n    pass\nE", "new"],
    ["at module level", "sed -i 's/import os/import sys/' a.py", ""],
    ["of a deleted file", "rm a.py", "A.f A.g"],
  ])("%s", async (_, call, expected) => {
    const found = await editsOf([call]);
    expect(functions(found)).toEqual([expected]);
    expect(found.from).toBe("source");
    expect([...found.reasons]).toEqual([]);
  });

  test("where the run alone tells nothing", async () => {
    const call = "sed -i 's/return 1/return 2/' a.py";
    expect(extractEdits(runOf([call]), await loadShellParser()).map(({ edit }) => edit.functions)).toEqual([[]]);
    expect(functions(await editsOf([call]))).toEqual(["A.f"]);
  });

  test("as earlier edits have moved its lines", async () => {
    expect(functions(await editsOf(["sed -i '6,30d' a.py", "sed -i '14s/3/4/' a.py"]))).toEqual(["A.f", "A.g"]);
  });

  test("after a file was written anew only where its lines differ", async () => {
    const whole = "import os\n\n\nclass A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 3\n";
    const write = (text: string) => `cat > a.py <<'E'\n${text}E`;
    const found = await editsOf([write(whole), write(whole.replace("return 3", "return 4"))]);
    expect(functions(found)).toEqual(["A.f", "A.g"]);
  });

  test("of files that the run moved, and of those put back", async () => {
    const found = await editsOf([
      "git mv a.py c.py",
      "sed -i 's/return 1/return 2/' c.py",
      "git checkout -- c.py; git mv c.py a.py; git checkout a.py",
      "sed -i 's/return 1/return 2/' a.py",
    ]);
    expect(functions(found).filter((each) => each !== "")).toEqual(["A.f", "A.f"]);
  });
});

describe("what could not be found in the sources is counted with its reason", () => {
  test.each<[string, Call, string]>([
    ["a pattern", "sed -i 's/no*where/x/' a.py", "place-unknown"],
    ["a file that the commit does not have", "sed -i 's/a/b/' other.py", "no-file"],
    ["a language without a grammar", "sed -i 's/pass/return/' b.pyx", "no-grammar"],
  ])("%s", async (_, call, reason) => {
    const found = await editsOf([call]);
    expect(found.from).toBe("patch");
    expect([...found.reasons]).toEqual([[reason, 1]]);
  });

  test("and a file is lost from there on", async () => {
    const found = await editsOf(["sed -i 's/no*where/x/' a.py", "sed -i 's/return 1/return 2/' a.py", "rm -f b.py"]);
    expect(found.reasons.get("place-unknown")).toBe(2);
  });

  test("but edits that were refused, and reverts, count for nothing", async () => {
    const trajectory = runOf(["sed -i 's/nowhere/x/' a.py"]);
    const [step] = trajectory.steps;
    const [reply] = step?.observations ?? [];
    if (reply !== undefined) reply.exitCode = 2;
    expect(await editsAtCommit(trajectory, base, repositories, await loadShellParser())).toMatchObject({
      from: null,
      reasons: new Map(),
    });
    expect((await editsOf(["git checkout a.py"])).from).toBeNull();
  });
});

test("without repositories the run alone tells, and files that it made itself are parsed", async () => {
  const made = "cat > new.py <<'E'\nclass B:\n    def k(self):\n        return 1\nE";
  const found = await editsOf([made, "sed -i 's/return 1/return 2/' new.py", "sed -i 's/return 1/0/' a.py"], null);
  expect(functions(found)).toEqual(["B.k", "B.k", ""]);
  expect(found).toMatchObject({ from: "mixed", reasons: new Map() });
});
