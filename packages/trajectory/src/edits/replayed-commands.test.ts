import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { loadCodeParser } from "../functions/grammar/code-parser.ts";
import { aTrajectory } from "../testing/a-trajectory.ts";
import { makeGitRepository } from "../testing/git-repository.ts";
import { editsOfSteps, locatedEdits } from "./extract-edits.ts";
import { ReplayedFiles } from "./knowledge/replayed-files.ts";
import { loadShellParser, type ShellParser } from "./shell/shell-parser.ts";

const files: Readonly<Record<string, string>> = {
  "a.py": "import os\n\ndef f(x):\n    return x\n\ndef g(x):\n    y = x\n    return y\n",
  "b.py": "one\ntwo\nthree\nfour\nfive\n",
  "pkg/c.py": "class C:\n    def h(self):\n        return 'h'",
};

let folder: string;
let parser: ShellParser;
beforeAll(async () => {
  parser = await loadShellParser();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memop-replay-"));
  makeGitRepository(folder).commit(files);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Texts of all files in the folder, git's own apart. */
function texts(): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(".git/"));
  return Object.fromEntries(found.sort().map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** Runs commands for real, one step each, as a run that its log tells of. */
function runOf(scripts: readonly string[]) {
  return aTrajectory({
    finalPatch: null,
    steps: scripts.map((script, at) => {
      const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
      const ran = spawnSync("bash", ["-c", script], { cwd: folder, encoding: "utf8", env });
      const observation = { callId: `c${at}`, content: ran.stdout + ran.stderr, isError: null, exitCode: ran.status };
      return {
        source: "agent" as const,
        text: "",
        toolCalls: [{ id: `c${at}`, name: "bash", arguments: { command: script } }],
        observations: [observation],
        workingDirectory: folder,
      };
    }),
  });
}

const patch = "--- a/b.py\n+++ b/b.py\n@@ -2,2 +2,2 @@\n two\n-three\n+3\n";

test.each<readonly string[]>([
  ["sed -i 's/return x/return x + 1/' a.py"],
  ["sed -i '2d;4,5c\\new' b.py"],
  ["sed -i '1i # top' b.py", "sed -i '$a last' b.py", "sed -i '3a between' b.py"],
  ["sed -i '2i two and a half\\nmore' b.py && sed -i '4d' b.py"],
  ["sed -i -e '1d' -e '3s/three/3/' -e '5a end' b.py"],
  ["sed -i '/two/d' b.py; sed -i '/four/i before four' b.py; sed -i '/five/c\\5' b.py"],
  ["sed -i '2,3s/t/T/' b.py"],
  ["sed -i 's/x/z/g' a.py"],
  ["sed -i 's/e/E/' b.py"],
  ["perl -pi -e 's/e/E/' b.py", "perl -pi -e 's/e/3/g' b.py"],
  ["sed -i '$a last' pkg/c.py", "echo more >> pkg/c.py"],
  ["sed -i 's/nothing of that/x/' b.py && sed -i 's/two/2/' b.py"],
  ["sed -i.bak 's/two/2/' b.py", "mv b.py.bak b.py"],
  ["perl -pi -e 's/two/2/' b.py", "perl -0pi -e 's/three\\nfour/34/' b.py"],
  ["cat > new.py <<'E'\nx = 1\nE", "cat >> new.py <<'E'\ny = 2\nE", "sed -i 's/x = 1/x = 3/' new.py"],
  ["echo one > n.py && echo two >> n.py && printf 'a\\tb\\n' >> n.py"],
  ["cat > b.py <<'E'\none\ntwo\nE"],
  [
    "python3 - <<'E'\np = 'a.py'\ns = open(p).read()\ns = s.replace('    y = x\\n', '    y = 2 * x\\n')\nopen(p, 'w').write(s)\nE",
  ],
  ["python3 -c \"from pathlib import Path; p = Path('b.py'); p.write_text(p.read_text().replace('two', '2'))\""],
  ["python3 -c \"open('b.py', 'a').write('six\\n')\""],
  [`git apply <<'E'\n${patch}E`],
  [`cat > /tmp/memop-replay.patch <<'E'\n${patch}E\npatch -p1 < /tmp/memop-replay.patch; rm /tmp/memop-replay.patch`],
  ["git mv a.py d.py", "sed -i 's/import os/import sys/' d.py"],
  ["mv b.py pkg/b.py && sed -i 's/one/1/' pkg/b.py"],
  ["rm b.py", "echo new > b.py"],
  ["cd pkg && sed -i \"s/'h'/'H'/\" c.py && cd .. && sed -i 's/one/1/' b.py"],
  ["(cd pkg && sed -i 's/class C/class D/' c.py); sed -i 's/one/1/' b.py"],
  ["sed -i 's/one/1/' b.py", "git checkout -- b.py", "sed -i 's/two/2/' b.py"],
  ["sed -i 's/one/1/' b.py", "git stash -q", "git stash pop -q", "sed -i 's/two/2/' b.py"],
  ["sed -i 's/one/1/' b.py", "git restore ."],
  ["cd nowhere && sed -i 's/one/1/' ../b.py; true"],
  ["sed -i 's/one/1/' b.py && false && sed -i 's/two/2/' b.py"],
  ["sed -i 's/one/1/' missing.py; sed -i 's/two/2/' b.py"],
  ["for f in a.py b.py; do sed -i 's/x/w/' $f; done"],
  ["sed -i 's/e/E/g' {a,b}.py"],
  ["echo b.py | xargs sed -i 's/one/1/'"],
  ["touch pkg/__init__.py && touch b.py"],
  ["truncate -s 0 b.py"],
  ["ed -s b.py <<'E'\n2d\n3a\nafter four\n.\nw\nq\nE"],
])("after %j the replayed files are the real ones", async (...scripts) => {
  if (
    scripts.some((script) => /^(?:ed|patch) /m.test(script) && !isInstalled(script.startsWith("ed") ? "ed" : "patch"))
  )
    return;
  const before = texts();
  const trajectory = runOf(scripts);
  const after = texts();
  const replay = new ReplayedFiles((path) => before[path] ?? null, await loadCodeParser(["a.py"]));
  locatedEdits(trajectory, editsOfSteps(trajectory, parser), (edit, place) => {
    replay.functionsOf(edit, place);
    return [];
  });
  const replayed: Record<string, string> = { ...before };
  for (const { path, text, isLost } of replay.changedFiles) {
    expect(isLost, path).toBe(false);
    if (text === null) delete replayed[path];
    else replayed[path] = text;
  }
  // What `-i.bak` and `patch` leave behind is no edit.
  delete after["b.py.bak"];
  delete after["b.py.orig"];
  expect(replayed).toEqual(after);
});

function isInstalled(program: string): boolean {
  return spawnSync("which", [program]).status === 0;
}
