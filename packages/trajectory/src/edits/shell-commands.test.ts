import { beforeAll, describe, expect, test } from "vitest";
import { RunFiles } from "./run-files.ts";
import { loadShellParser, type ShellParser } from "./shell/shell-parser.ts";
import { shellEdits } from "./shell-edits.ts";

let parser: ShellParser;
beforeAll(async () => {
  parser = await loadShellParser();
});

type Reply = readonly [content: string, exitCode: number | null];

/** Kind and path of each edit, in order; those that did not succeed in brackets. */
function edits(script: string, [content, exitCode]: Reply = ["", 0], run = new RunFiles()): string {
  const reply = { callId: null, content, isError: null, exitCode };
  return shellEdits({ runs: "shell", text: script, directory: null }, reply, run, parser)
    .map(({ edit: { kind, path, oldPath, succeeded } }) => {
      const told = oldPath === null ? `${kind} ${path}` : `${kind} ${oldPath} to ${path}`;
      return succeeded ? told : `(${told})`;
    })
    .join(", ");
}

/** More of the forms in which agents change files; the texts that they exchange are in shell-edits.test.ts. */
const commands: Readonly<Record<string, readonly (readonly [script: string, expected: string])[]>> = {
  sed: [
    ["sed -i'' 's/a/b/' f.py", "modify f.py"],
    ['sed -i"" -e s/a/b/ f.py', "modify f.py"],
    ["sed -n -i '/x/p' f.py", "modify f.py"],
    ["sed -ni /x/p f.py", "modify f.py"],
    ["sed --in-place=.bak 's/a/b/' f.py", "modify f.py"],
    ["sed -i -- 's/a/b/' f.py", "modify f.py"],
    ["sed 's/a/b/' -i f.py", "modify f.py"],
    ["gsed -i 's/a/b/' f.py", "modify f.py"],
    ["sed -i -z 's/a\\nb/c/' f.py", "modify f.py"],
    ['sed -i "s#$OLD#new#" f.py', "modify f.py"],
    ["printf 's/a/b/' > /tmp/fix.sed; sed -i -f /tmp/fix.sed f.py", "modify f.py"],
    ["sed -i 's/a/b/' ./pkg/../f.py", "modify f.py"],
    ["sed -i 's/a/b/' pkg/{a,b}.py", "modify pkg/a.py, modify pkg/b.py"],
    ["sed -i 's/{a,b}/c/' f.py", "modify f.py"],
    ["echo a.py b.py | xargs sed -i 's/a/b/'", "modify a.py, modify b.py"],
    ["xargs -n 1 sed -i 's/a/b/' <<< a.py", "modify a.py"],
    ["grep -rl x src | xargs sed -i 's/a/b/'", ""],
    ["find . -name '*.py' -exec sed -i 's/a/b/' {} +", ""],
  ],
  "output sent to a file": [
    ["cat <<EOF | sudo tee pkg/f.py >/dev/null\nx\nEOF", "create pkg/f.py"],
    ["cat >> pkg/f.py <<'EOF'\nx\nEOF", "modify pkg/f.py"],
    ['cat > "my dir/f.py" << "EOF"\nx\nEOF', "create my dir/f.py"],
    ["tee -a f.py <<< x", "modify f.py"],
    ["echo x | tee f.py | cat", "create f.py"],
    ["touch pkg/__init__.py", "create pkg/__init__.py"],
    ["echo x > a.py; touch a.py; touch -c b.py", "create a.py"],
    ["touch -d yesterday -r a.py b.py", "create b.py"],
    ["truncate -s 0 f.py", "create f.py"],
    ["make > build.log 2>&1; ls -la > listing.txt", ""],
    ["diff -u a.py b.py > c.diff; git format-patch -1 --stdout > a.patch", ""],
    ["git diff --cached > patch.txt && cat patch.txt", ""],
  ],
  programs: [
    ['python3 -c \'from pathlib import Path; Path("f.py").write_text("x")\'', "create f.py"],
    [
      "python3 <<'E'\nwith open('f.py', 'r+') as f:\n    s = f.read()\n    f.write(s.replace('a', 'b'))\nE",
      "modify f.py",
    ],
    ["python - <<'E'\nimport json\njson.dump({}, open('f.json', 'w'))\nE", "modify f.json"],
    ["python <<'E'\nfrom pathlib import Path\nfor p in Path('src').glob('*.py'):\n    p.write_text('x')\nE", ""],
    [
      "python3 -c \"import shutil; shutil.copy('a.py', 'b.py'); shutil.move('c.py', 'd.py')\"",
      "create b.py, rename c.py to d.py",
    ],
    ["conda run -n env python -c \"open('f.py','w').write('x')\"", "create f.py"],
    ["uv run python -c \"open('f.py','a').write('x')\"", "modify f.py"],
    ["perl -i -pe 's/a/b/' f.py", "modify f.py"],
    ["perl -pi.bak -e 's/a/b/' f.py", "modify f.py"],
    ["perl -i -ne 'print unless /x/' f.py", "modify f.py"],
  ],
  "files moved, copied and removed": [
    ["mkdir d && mv a.py d/", "rename a.py to d/a.py"],
    ["mv -f a.py.orig a.py", "revert a.py"],
    ["mv a.py /tmp/x && mv /tmp/x a.py", "delete a.py, create a.py"],
    ["install -m 644 a.py b.py; install -d pkg/d", "create b.py"],
    ["yes | cp a.py b.py", "create b.py"],
    ["echo x > pkg/a.py; rm -rf pkg", "create pkg/a.py, delete pkg/a.py"],
    ["rm pkg/*.py", ""],
    ["awk '{print}' f.py > tmp && mv tmp f.py", "create tmp, rename tmp to f.py"],
  ],
  "patches and git": [
    ["git -C pkg checkout -- a.py", "revert a.py"],
    ["echo x > a.py; git checkout .", "create a.py, revert a.py"],
    ["echo x > a.py; git checkout -f", "create a.py, revert a.py"],
    ["echo x > a.py; git restore .", "create a.py, revert a.py"],
    ["echo x > a.py; git reset --hard HEAD", "create a.py, revert a.py"],
    ["echo x > a.py; git reset; git reset HEAD~1", "create a.py"],
    ["echo x > a.py; git commit -qam x; git revert --no-edit HEAD", "create a.py, revert a.py"],
    ["echo x > a.py; git stash -u", "create a.py, revert a.py"],
    ["echo x > a.py; git stash push -m wip -- b.py", "create a.py, revert b.py"],
    ["echo x > a.py; git stash; pytest; git stash pop", "create a.py, revert a.py, modify a.py"],
    ["git restore --source=HEAD~1 a.py", "revert a.py"],
    ["git restore --staged a.py", ""],
    ["git checkout main && git checkout -b fix", ""],
    ["git diff > /tmp/fix.patch && git apply -R /tmp/fix.patch", ""],
    ["patch -p0 --dry-run <<'E'\n--- a.py\n+++ a.py\n@@ -1 +1 @@\n-x\n+y\nE", ""],
    ["patch a.py <<'E'\n--- x\n+++ y\n@@ -1 +1 @@\n-x\n+y\nE", "modify a.py"],
    ['apply_patch "*** Begin Patch\n*** Add File: a.py\n+x\n*** End Patch"', "create a.py"],
    ["applypatch <<'P'\n*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch\nP", "modify a.py"],
  ],
  ed: [
    ["ed f.py <<'E'\n,s/a/b/g\nw\nq\nE", "modify f.py"],
    ["ed -s f.py <<< $'1d\\nw'", "modify f.py"],
    ["printf '1i\\nx\\n.\\nw\\nq\\n' | ed f.py", "modify f.py"],
  ],
  "where a command runs": [
    ["pushd pkg; sed -i s/a/b/ f.py; popd; sed -i s/a/b/ g.py", "modify pkg/f.py, modify g.py"],
    ["cd pkg && cd sub && sed -i s/a/b/ f.py && cd - && sed -i s/a/b/ g.py", "modify pkg/sub/f.py, modify pkg/g.py"],
    ["cd pkg || exit; sed -i s/a/b/ f.py", "modify pkg/f.py"],
    ["(cd pkg; sed -i s/a/b/ f.py) && sed -i s/a/b/ g.py", "modify pkg/f.py, modify g.py"],
    ["(cd pkg && (cd sub && echo x > f.py) && echo x > g.py)", "create pkg/sub/f.py, create pkg/g.py"],
    ["cat > /testbed/a.py <<E\nx\nE", "create a.py"],
    ["cat > /workspace/django__django__3.0/a.py <<E\nx\nE", "create a.py"],
    ["cat > /repo/a.py <<E\nx\nE", "create a.py"],
    ["cat > /app/a.py <<E\nx\nE", "create a.py"],
    ["echo x > /tmp/a.py; echo x > ~/a.py; echo x > /etc/a", ""],
    ["bash -c 'cat > f.py <<E\nx\nE'", "create f.py"],
    [
      "env X=1 sed -i s/a/b/ f.py; time sed -i s/a/b/ g.py; nohup sed -i s/a/b/ h.py &",
      "modify f.py, modify g.py, modify h.py",
    ],
    ["docker exec c sed -i s/a/b/ f.py; ssh host 'sed -i s/a/b/ f.py'", ""],
  ],
};

describe.each(Object.entries(commands))("%s", (_, cases) => {
  test.each(cases.map(([script, expected]) => [script, expected] as const))("%j", (script, expected) => {
    expect(edits(script)).toBe(expected);
  });
});

test("the table holds more than 80 commands", () => {
  expect(Object.values(commands).flat().length).toBeGreaterThan(80);
});

const cdFailed = "bash: line 1: cd: /nowhere: No such file or directory";

describe("in a chain of `&&`", () => {
  test.each<[string, string, Reply, string]>([
    [
      "nothing ran after a folder that is not there",
      "cd /nowhere && sed -i s/a/b/ /testbed/f.py && ls",
      [cdFailed, 1],
      "(modify f.py)",
    ],
    ["but what stands after `;` did", "cd /nowhere && ls; sed -i s/a/b/ /testbed/f.py", [cdFailed, 0], "modify f.py"],
    [
      "nothing ran, though the last command did",
      "cd /nowhere && sed -i s/a/b/ /testbed/f.py; ls",
      [cdFailed, 0],
      "(modify f.py)",
    ],
    [
      "nothing ran after an edit that failed",
      "sed -i s/a/b/ a.py && sed -i s/a/b/ b.py && ls",
      ["sed: can't read a.py: No such file or directory", 2],
      "(modify a.py), (modify b.py)",
    ],
    [
      "an edit before the command that failed was made",
      "sed -i s/a/b/ a.py && pytest && echo x > b.py",
      ["1 failed", 1],
      "modify a.py, (create b.py)",
    ],
    ["with status 0 everything ran", "sed -i s/a/b/ a.py && sed -i s/a/b/ b.py", ["", 0], "modify a.py, modify b.py"],
    [
      "after `||` a command runs when the one before failed",
      "git apply x.diff || sed -i s/a/b/ a.py",
      ["error: can't open patch 'x.diff'", 0],
      "modify a.py",
    ],
  ])("%s", (_, script, reply, expected) => {
    expect(edits(script, reply)).toBe(expected);
  });
});
