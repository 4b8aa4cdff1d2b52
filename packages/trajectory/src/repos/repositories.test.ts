import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeGitRepository } from "../testing/git-repository.ts";
import { openRepositories, type Repositories } from "./repositories.ts";

let root: string;
let opened: Repositories[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "memop-repos-"));
  opened = [];
});
afterEach(() => {
  for (const each of opened) each.close();
  rmSync(root, { recursive: true, force: true });
});

function open(): Repositories {
  const repositories = openRepositories(root);
  opened.push(repositories);
  return repositories;
}

describe("a file is read as it is at the base commit", () => {
  test.each(["acme__tool", "acme/tool", "tool"])("from a checkout named %s", async (name) => {
    const { commit } = makeGitRepository(join(root, name));
    const first = commit({ "src/a.py": "old\n" });
    commit({ "src/a.py": "new\n" });
    const base = { repo: "acme/tool", baseCommit: first };
    expect(await open().read(base, "src/a.py")).toEqual({ text: "old\n", missing: null });
  });

  test.each(["acme__tool.git", "acme/tool.git", "tool.git", "acme__tool"])("from a bare one named %s", async (name) => {
    const { commit, git } = makeGitRepository(join(root, "made here"));
    const first = commit({ "a.py": "old\n" });
    mkdirSync(join(root, "acme"), { recursive: true });
    git("clone", "--quiet", "--bare", ".", join(root, name));
    expect((await open().read({ repo: "acme/tool", baseCommit: first }, "a.py")).text).toBe("old\n");
  });

  test("by a short hash, by a tag, and without a line end or with any bytes in its name", async () => {
    const { commit, git } = makeGitRepository(join(root, "tool"));
    const hash = commit({ "a b ü.py": "no line end", "empty.py": "" });
    git("tag", "v1");
    const repositories = open();
    for (const baseCommit of [hash, hash.slice(0, 10), "v1"]) {
      expect((await repositories.read({ repo: "tool", baseCommit }, "a b ü.py")).text).toBe("no line end");
      expect((await repositories.read({ repo: "tool", baseCommit }, "empty.py")).text).toBe("");
    }
  });

  test("many at once", async () => {
    const { commit } = makeGitRepository(join(root, "tool"));
    const names = Array.from({ length: 50 }, (_, at) => `f${at}.py`);
    const texts = Object.fromEntries(names.map((name) => [name, `${name}\n`.repeat(5000)]));
    const base = { repo: "tool", baseCommit: commit(texts) };
    const repositories = open();
    const read = await Promise.all(names.map((name) => repositories.read(base, name)));
    expect(read.map(({ text }) => text)).toEqual(names.map((name) => texts[name]));
  });

  test("from the next folder when the first has no such commit", async () => {
    makeGitRepository(join(root, "acme__tool")).commit({ "a.py": "another project\n" });
    const base = makeGitRepository(join(root, "tool")).commit({ "a.py": "this one\n" });
    expect((await open().read({ repo: "acme/tool", baseCommit: base }, "a.py")).text).toBe("this one\n");
  });
});

describe("a file that cannot be read says why", () => {
  test.each<[string, string | null, string | null, string, string]>([
    ["the task names no repository", null, "HEAD", "a.py", "no-repo"],
    ["the task names no commit", "acme/tool", null, "a.py", "no-base-commit"],
    ["there is no such repository", "acme/other", "HEAD", "a.py", "no-repository"],
    ["its folder holds no repository", "acme/plain", "HEAD", "a.py", "no-repository"],
    ["the name leads out of the folder", "../x", "HEAD", "a.py", "no-repository"],
    ["the repository has no such commit", "acme/tool", "0123456789abcdef0123456789abcdef01234567", "a.py", "no-commit"],
    ["the commit has no such file", "acme/tool", "HEAD", "b.py", "no-file"],
    ["a line end stands in its name", "acme/tool", "HEAD", "a.py\nHEAD:a.py", "no-file"],
    ["it is a folder", "acme/tool", "HEAD", "src", "no-text"],
    ["it is binary", "acme/tool", "HEAD", "x.bin", "no-text"],
  ])("when %s", async (_, repo, baseCommit, path, missing) => {
    mkdirSync(join(root, "plain"));
    writeFileSync(join(root, "plain/a.py"), "x");
    makeGitRepository(join(root, "tool")).commit({ "a.py": "x\n", "src/b.py": "y\n", "x.bin": "a\0b" });
    expect(await open().read({ repo, baseCommit }, path)).toEqual({ text: null, missing });
  });

  test("when the repository is damaged", async () => {
    for (const folder of ["objects", "refs"]) mkdirSync(join(root, "tool.git", folder), { recursive: true });
    writeFileSync(join(root, "tool.git/HEAD"), "nonsense");
    expect(await open().read({ repo: "tool", baseCommit: "HEAD" }, "a.py")).toEqual({
      text: null,
      missing: "no-repository",
    });
  });
});

test("a folder that is not there is an error", () => {
  expect(() => openRepositories(join(root, "none"))).toThrowError(/none is no folder/);
});
