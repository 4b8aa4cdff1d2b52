import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openRepositories, type Repositories } from "../repos/repositories.ts";
import { type FileChanges, makeGitRepository } from "../testing/git-repository.ts";
import { goldFunctions } from "./gold-functions.ts";
import { type PatchFunctions, patchFunctions } from "./patch-functions.ts";

let root: string;
let repositories: Repositories;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "memop-functions-"));
  repositories = openRepositories(root);
});
afterEach(() => {
  repositories.close();
  rmSync(root, { recursive: true, force: true });
});

/** A repository with two commits, and the diff between them, as `git diff` prints it. */
function changed(before: FileChanges, after: FileChanges): { readonly base: string; readonly patch: string } {
  const { commit, git } = makeGitRepository(join(root, "acme__tool"));
  // Otherwise git puts lines at the margin alone into its headers.
  const base = commit({ ...before, ".gitattributes": "*.py diff=python\n" });
  commit(after);
  return { base, patch: `${git("diff", "--find-renames", base, "HEAD")}\n` };
}

async function both(before: FileChanges, after: FileChanges): Promise<{ exact: PatchFunctions; alone: string[] }> {
  const { base, patch } = changed(before, after);
  const exact = await patchFunctions(patch, { repo: "acme/tool", baseCommit: base }, repositories);
  return { exact, alone: goldFunctions(patch).map(({ name }) => name) };
}

const names = ({ functions }: PatchFunctions) => functions.map(({ name }) => name);
const filler = (count: number, indentation: string) =>
  Array.from({ length: count }, (_, at) => `${indentation}x${at} = ${at}\n`).join("");

describe("where the patch alone is right, the source says the same", () => {
  test.each<[string, string, string, string, string[]]>([
    [
      "a method",
      "a.py",
      "class A:\n    def f(self):\n        a\n        b\n",
      "class A:\n    def f(self):\n        a\n        c\n",
      ["A.f"],
    ],
    ["a new function", "a.py", "x = 1\n", "x = 1\n\n\ndef f():\n    pass\n", ["f"]],
    ["a renamed function", "a.go", "package a\n\nfunc F() {\n}\n", "package a\n\nfunc G() {\n}\n", ["F", "G"]],
    ["a constant", "a.py", "X = 1\ndef f():\n    pass\n", "X = 2\ndef f():\n    pass\n", []],
    [
      "a TypeScript method",
      "a.ts",
      "class A {\n  f(): void {\n    a();\n  }\n}\n",
      "class A {\n  f(): void {\n    b();\n  }\n}\n",
      ["A.f"],
    ],
  ])("%s", async (_, path, before, after, expected) => {
    const { exact, alone } = await both({ [path]: before }, { [path]: after });
    expect(exact).toMatchObject({ from: "source", reasons: [] });
    expect(names(exact)).toEqual(expected);
    expect(alone).toEqual(expected);
  });
});

describe("the source knows better than the patch alone", () => {
  test("after an inner function, whose name git puts into the header", async () => {
    const before = `def outer():\n    def inner():\n        pass\n${filler(10, "    ")}    return 1\n`;
    const { exact, alone } = await both({ "a.py": before }, { "a.py": before.replace("return 1", "return 2") });
    expect(names(exact)).toEqual(["outer"]);
    expect(alone).toEqual(["inner"]);
  });

  test("of the class around a method far above the change", async () => {
    const before = `class A:\n    def f(self):\n${filler(10, "        ")}        return 1\n`;
    const { exact, alone } = await both({ "a.py": before }, { "a.py": before.replace("return 1", "return 2") });
    expect(names(exact)).toEqual(["A.f"]);
    expect(alone).toEqual(["f"]);
  });
});

describe("files that the patch holds whole need no repository", () => {
  test.each(["create", "delete"])("%s", async (kind) => {
    const text = "class A:\n    def f(self):\n        pass\n\ndef g(\n    a,\n):\n    pass\n";
    const other = { "b.txt": "x\n" };
    const { patch } = changed(
      kind === "create" ? other : { ...other, "a.py": text },
      kind === "create" ? { "a.py": text } : { "a.py": null },
    );
    const found = await patchFunctions(patch, { repo: null, baseCommit: null }, null);
    expect(found).toMatchObject({ from: "source", reasons: [] });
    expect(names(found)).toEqual(["A.f", "g"]);
  });
});

test("a renamed file is read under its former name", async () => {
  const text = `def f():\n    a\n${filler(20, "    ")}`;
  const { exact } = await both({ "old.py": text }, { "old.py": null, "new.py": text.replace("    a\n", "    b\n") });
  expect(exact).toEqual({ functions: [{ file: "new.py", name: "f" }], from: "source", reasons: [] });
});

test("tests and files that are no code count for nothing", async () => {
  const { exact } = await both(
    { "tests/test_a.py": "def f():\n    a\n", "a.md": "x\n" },
    {
      "tests/test_a.py": "def f():\n    b\n",
      "a.md": "y\n",
    },
  );
  expect(exact).toEqual({ functions: [], from: null, reasons: [] });
});

describe("the patch alone is used, and why is said,", () => {
  const before = { "a.py": "def f():\n    a\n", "b.pyx": "def g():\n    a\n" };
  const after = { "a.py": "def f():\n    b\n", "b.pyx": "def g():\n    b\n" };

  test("when the repository lacks the commit", async () => {
    const { patch } = changed(before, after);
    const found = await patchFunctions(patch, { repo: "acme/tool", baseCommit: "f".repeat(40) }, repositories);
    expect(found).toMatchObject({ from: "patch", reasons: ["no-commit", "no-grammar"] });
    expect(names(found)).toEqual(["f", "g"]);
  });

  test("for a file whose language has no grammar", async () => {
    const { exact } = await both(before, after);
    expect(exact).toMatchObject({ from: "mixed", reasons: ["no-grammar"] });
    expect(names(exact)).toEqual(["f", "g"]);
  });

  test("when the patch does not fit the source", async () => {
    const { base, patch } = changed(before, after);
    const other = patch.replace("-    a", "-    other");
    const found = await patchFunctions(other, { repo: "acme/tool", baseCommit: base }, repositories);
    expect(found.reasons).toContain("patch-does-not-fit");
  });

  test("but nothing when no repositories were given", async () => {
    const { base, patch } = changed({ "a.py": before["a.py"] }, { "a.py": after["a.py"] });
    const found = await patchFunctions(patch, { repo: "acme/tool", baseCommit: base }, null);
    expect(found).toEqual({ functions: [{ file: "a.py", name: "f" }], from: "patch", reasons: [] });
  });
});
